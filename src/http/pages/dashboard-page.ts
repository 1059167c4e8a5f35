/** The files of a build that the page loads first, by their names in `/app`. */
export type PageFiles = {
  readonly main: string;
  readonly style: string;
  /** imported by `main`, loaded in parallel with it */
  readonly preload: readonly string[];
};

/**
 * The dashboard before its code runs. It has no inline code and loads nothing from other hosts. Its addresses are relative,
 * so that a reverse proxy can serve it below a path.
 */
export const dashboardPage = ({ main, style, preload }: PageFiles): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Waypost</title>
    <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="#161e1d" media="(prefers-color-scheme: dark)">
    <link rel="icon" href="app/icon.svg" type="image/svg+xml">
    <link rel="apple-touch-icon" href="app/icon-apple.png">
    <link rel="manifest" href="app/manifest.webmanifest">
    <link rel="stylesheet" href="app/${style}">
${preload.map((file) => `    <link rel="modulepreload" href="app/${file}">\n`).join('')}    <script type="module" src="app/${main}"></script>
  </head>
  <body>
    <div id="page"></div>
    <noscript>The dashboard needs JavaScript. The API provides the same data: <a href="docs">/docs</a></noscript>
  </body>
</html>
`;
