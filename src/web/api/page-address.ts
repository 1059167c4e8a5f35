/** A path of the gateway relative to the page: a reverse proxy may serve both below a path. */
export const relativePath = (path: string): string => path.slice(1);

/** The whole address of a path of the gateway, for other devices. */
export const addressOf = (path: string): string => new URL(`./${relativePath(path)}`, location.href).href;
