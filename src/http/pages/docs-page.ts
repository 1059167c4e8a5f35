/** The page that shows the API: nothing on it comes from elsewhere, and no code stands in it. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Waypost: the API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="api"><noscript>The same as a document: <a href="/openapi.json">/openapi.json</a></noscript></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/init.js"></script>
  </body>
</html>
`;

/** No badge: it would show the document to a validator on the internet. A token is forgotten with the page. */
export const DOCS_SCRIPT = `'use strict';
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  presets: [SwaggerUIBundle.presets.apis],
  validatorUrl: null,
  persistAuthorization: false,
  deepLinking: true,
});
`;

/** swagger-ui writes styles into its elements and has its icons in data: addresses; it needs nothing else. */
export const DOCS_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
