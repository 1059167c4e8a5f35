import { Agent, request } from 'node:http';

type RawRequest = {
  readonly method: string;
  /** sent unchanged */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
};
export type RawAnswer = { readonly status: number; readonly contentType: string; readonly text: string };

/** A client that sends requests unchanged, where `fetch` would correct them. */
export type RawClient = {
  readonly send: (sent: RawRequest) => Promise<RawAnswer>;
  readonly close: () => void;
};

export function createRawClient(url: string): RawClient {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  return {
    send: ({ body, ...rest }) =>
      new Promise((resolve, reject) => {
        const sending = request({ agent, hostname, port, ...rest }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (more: string) => (text += more));
          response.on('error', reject).on('end', () => {
            resolve({ status: response.statusCode ?? 0, contentType: response.headers['content-type'] ?? '', text });
          });
        });
        sending.on('error', reject);
        sending.end(body);
      }),
    close: () => {
      agent.destroy();
    },
  };
}
