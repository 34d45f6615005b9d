/** The attribute in which the server names the candidates of an element. */
export const NUMBERS = 'data-candidates'

const POLICY = "default-src 'none'; style-src 'unsafe-inline'"
const TOKENS = ['--ink', '--ink-muted', '--line', '--accent', '--accent-fill', '--surface-reading']

/**
 * A document that shows a page's structure: nothing in it loads or runs.
 * @param outline from the server, without attributes of the page @param theme of the reader, whose colours it takes
 */
export function frameDocument(outline: string, theme: CSSStyleDeclaration): string {
  const tokens = TOKENS.map((name) => `${name}: ${theme.getPropertyValue(name)};`).join(' ')
  return `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>
    :root { ${tokens} color-scheme: ${theme.colorScheme || 'light dark'}; }
    body { margin: 12px; color: var(--ink); background: var(--surface-reading); font: 14px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    h1, h2, h3, h4, h5, h6 { margin: 8px 0 4px; font-size: 1.05em; }
    ul, ol { padding-inline-start: 20px; }
    p, ul, ol, dl, figure, blockquote { margin-block: 4px; }
    table { border-collapse: collapse; }
    td, th { padding: 2px 6px; vertical-align: top; }
    [data-picture] { color: var(--ink-muted); border: 1px solid var(--line); border-radius: 4px; padding: 0 4px; }
    [${NUMBERS}] { cursor: pointer; }
    [${NUMBERS}]:hover { outline: 1px dashed var(--accent); }
    [data-picked] { outline: 2px solid var(--accent); outline-offset: 1px; background: var(--accent-fill); border-radius: 2px; }
  </style></head><body>${outline}</body></html>`
}
