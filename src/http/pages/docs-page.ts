/** The page of the API documentation. It has no inline code, loads nothing from other hosts, and its addresses are relative. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Waypost API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <div id="api"><noscript>The OpenAPI document: <a href="openapi.json">/openapi.json</a></noscript></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/init.js"></script>
  </body>
</html>
`;

/**
 * No badge: it would send the document to a validator on the internet. Tokens are not persisted. The filter is for a list
 * that is so long that only its visible part is drawn.
 */
export const DOCS_SCRIPT = `'use strict';
SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#api',
  presets: [SwaggerUIBundle.presets.apis],
  validatorUrl: null,
  persistAuthorization: false,
  deepLinking: true,
  filter: true,
});
`;

/** Swagger UI sets inline styles and has its icons in data: URLs; it needs nothing else. */
export const DOCS_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
