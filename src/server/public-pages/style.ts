/** The style of public pages. Inline, so that a page is one request. */
import { html } from 'hono/html'

export const style = html`<style>
  :root {
    color-scheme: light dark;
    font:
      16px/1.6 system-ui,
      sans-serif;
    --line: light-dark(#e5e5e5, #333);
    --soft: light-dark(#666, #aaa);
  }
  body {
    max-width: 44rem;
    margin: 0 auto;
    padding: 2rem 1rem;
    overflow-wrap: break-word;
    background: light-dark(#fff, #161616);
    color: light-dark(#171717, #e8e8e8);
  }
  a {
    color: light-dark(#b45309, #fbbf24);
  }
  h1 {
    line-height: 1.25;
    margin: 0.2em 0;
  }
  header img {
    width: 4rem;
    height: 4rem;
    border-radius: 0.75rem;
    object-fit: cover;
  }
  ul {
    list-style: none;
    padding: 0;
  }
  li {
    padding: 0.75rem 0;
    border-top: 1px solid var(--line);
  }
  li p,
  .soft {
    color: var(--soft);
    margin: 0;
  }
  blockquote {
    margin: 0.5rem 0;
    padding-left: 1rem;
    border-left: 3px solid var(--line);
  }
  li .note {
    color: inherit;
    white-space: pre-line;
  }
  article img,
  article video {
    max-width: 100%;
    height: auto;
  }
  pre {
    overflow: auto;
  }
  footer {
    margin-top: 3rem;
    border-top: 1px solid var(--line);
    padding-top: 1rem;
    color: var(--soft);
  }
</style>`
