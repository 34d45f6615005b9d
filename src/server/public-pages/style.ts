/** The style of public pages, in the colours and sizes of the reader (src/ui/styles/tokens.css). Inline, so that a page is one request. */
import { html } from 'hono/html'

export const style = html`<style>
  :root {
    color-scheme: light dark;
    font:
      1rem/1.6 'SN Pro',
      system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Liberation Sans',
      'Hiragino Sans',
      'Noto Sans CJK JP',
      sans-serif;
    --paper: light-dark(oklch(0.995 0.0015 85), oklch(0.212 0.004 75));
    --ink: light-dark(oklch(0.235 0.008 70), oklch(0.925 0.005 85));
    --soft: light-dark(oklch(0.48 0.009 70), oklch(0.71 0.007 85));
    --line: light-dark(oklch(0.25 0.01 70 / 0.12), oklch(0.95 0.01 85 / 0.12));
    --fill: light-dark(oklch(0.25 0.01 70 / 0.055), oklch(0.95 0.01 85 / 0.06));
    --accent: light-dark(oklch(0.53 0.17 40), oklch(0.74 0.16 45));
  }
  * {
    box-sizing: border-box;
  }
  body {
    max-width: 44rem;
    margin: 0 auto;
    padding: 1rem 1.25rem 2rem;
    overflow-wrap: break-word;
    background: var(--paper);
    color: var(--ink);
  }
  a {
    color: inherit;
    text-decoration: none;
    border-radius: 4px;
  }
  a:hover,
  .soft a,
  article div a {
    text-decoration: underline;
    text-decoration-color: var(--soft);
    text-underline-offset: 0.2em;
  }
  a:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  nav {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1rem;
    min-height: 2.75rem;
    margin-bottom: 2rem;
    font-size: 0.875rem;
  }
  nav a {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    min-height: 2.75rem;
    font-weight: 600;
  }
  /* The logo, as in the reader. */
  nav a:first-child::before {
    content: '';
    width: 1.5rem;
    height: 1.5rem;
    background: var(--ink);
    mask: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='4 4 40 40' fill='none' stroke='%23000' stroke-width='3' stroke-linejoin='round' stroke-linecap='round'%3E%3Cpath d='M24 15.5c-4.2-3-9.2-4-15-4v19c5.8 0 10.8 1 15 4 4.2-3 9.2-4 15-4v-19c-5.8 0-10.8 1-15 4ZM24 15.5v19M13 40h22'/%3E%3C/svg%3E");
  }
  nav a + a {
    min-height: 2rem;
    padding: 0 0.75rem;
    border: 1px solid var(--line);
    border-radius: 6px;
    font-weight: 500;
  }
  nav a + a:hover {
    background: var(--fill);
    text-decoration: none;
  }
  h1 {
    margin: 0.25rem 0;
    font-size: 2rem;
    line-height: 1.25;
    letter-spacing: -0.015em;
    text-wrap: balance;
  }
  h2 {
    margin: 2rem 0 0.75rem;
    font-size: 0.8125rem;
    color: var(--soft);
  }
  p:empty {
    display: none;
  }
  header p {
    margin: 0.5rem 0 0;
  }
  header > img {
    width: 4rem;
    height: 4rem;
    border-radius: 12px;
    object-fit: cover;
  }
  header + ul {
    margin-top: 2rem;
  }
  ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  li {
    padding: 0.75rem 0;
    border-top: 1px solid var(--line);
  }
  li > a {
    font-weight: 600;
  }
  li p,
  .soft {
    margin: 0;
    color: var(--soft);
    font-size: 0.875rem;
  }
  .empty {
    margin: 2rem 0;
    padding: 2rem;
    border-radius: 12px;
    background: var(--fill);
    color: var(--soft);
    text-align: center;
  }
  blockquote {
    margin: 0.5rem 0;
    padding-left: 1rem;
    border-left: 3px solid var(--line);
  }
  li .note {
    color: inherit;
    font-size: 1rem;
    white-space: pre-line;
  }
  article > div {
    margin-top: 2rem;
    font-size: 1.0625rem;
    line-height: 1.75;
  }
  figure {
    margin: 1.5rem 0;
  }
  figcaption {
    color: var(--soft);
    font-size: 0.875rem;
    text-align: center;
  }
  article img,
  article video {
    max-width: 100%;
    height: auto;
    border-radius: 8px;
  }
  pre {
    overflow: auto;
    padding: 1rem;
    border-radius: 8px;
    background: var(--fill);
    font-size: 0.875rem;
  }
  footer.soft {
    margin-top: 3rem;
    border-top: 1px solid var(--line);
    padding-top: 1rem;
  }
</style>`
