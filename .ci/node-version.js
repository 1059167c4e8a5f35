// Ends with one sentence under a Node that is too old. The commands of this folder import it first; Node 18 can read it.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`waypost: Node ${process.versions.node} is too old: install Node 20.19 or later\n`);
  process.exit(1);
}
