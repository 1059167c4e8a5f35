// One sentence about a failed build or installation: what was wrong, and what to do.

const CAUSES = [
  {
    pattern:
      /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EIDLETIMEOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network request)\b/,
    text: 'the packages could not be downloaded: connect this machine to the internet for the first start, or set a registry with `npm config set registry URL`, and run the command again',
  },
  {
    pattern: /\bENOSPC\b|no space left on device/i,
    text: 'the disk is full: free some space (a build needs about 1 GB) and run the command again',
  },
  {
    pattern: /\b(?:EACCES|EPERM)\b|permission denied/i,
    text: 'this user cannot write to the folder of the checkout: run the command as its owner, or copy the checkout to a folder of your own',
  },
  {
    pattern: /\bEROFS\b|read-only file system/i,
    text: 'the file system of the checkout is read-only: copy the checkout to a folder that can be written',
  },
  {
    pattern: /\bEINTEGRITY\b/,
    text: 'a package has other contents than the lock file states: run `npm cache clean --force` and the command again',
  },
];

export function explainFailure(error) {
  const text = `${error.errors ?? ''}\n${error.code ?? ''}\n${error.message}`;
  return CAUSES.find(({ pattern }) => pattern.test(text))?.text ?? error.message;
}
