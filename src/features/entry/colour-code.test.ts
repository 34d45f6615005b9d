// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { colourCode } from './colour-code.ts'

const themes = { light: 'github-light', dark: 'github-dark' }

test('coloured code has the lines that it had', async () => {
  document.body.innerHTML =
    '<pre><code class="language-js">let a = 1<br>let b = 2</code></pre><pre><code class="language-js"><div>let c = 3</div><div>let d</div></code></pre>'
  await colourCode(document.body, themes, false)
  const blocks = [...document.querySelectorAll('pre')]
  expect(blocks.map(({ textContent, dataset }) => [textContent, dataset['coloured']])).toEqual([
    ['let a = 1\nlet b = 2', 'javascript'],
    ['let c = 3\nlet d', 'javascript'],
  ])
})
