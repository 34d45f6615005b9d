import { expect, test } from 'vitest'
import { sanitise } from './sanitise.ts'

const clean = (html: string) => sanitise(html, null).html
const math = '<math><mi>q</mi><mo>+</mo><mi>r</mi></math>'

test.each([
  [
    `<span class="katex"><span class="katex-mathml">${math}</span><span class="katex-html" aria-hidden="true"><b>q+r</b></span></span>`,
    `<span><span>${math}</span></span>`,
  ],
  [
    '<span class="katex"><span class="katex-html" aria-hidden="true">q+r</span></span>',
    '<span><span>q+r</span></span>',
  ],
  [
    '<span class="katex"><span class="katex-mathml">q+rq+r</span><span class="katex-html">q+r</span></span>',
    '<span><span>q+r</span></span>',
  ],
  [
    '<p>Is <script type="math/tex">a < b</script></p>',
    '<p>Is <code class="language-tex">a &lt; b</code></p>',
  ],
  ['<script type="math/tex; mode=display">x^2</script>', '<pre><code class="language-tex">x^2</code></pre>'],
  [
    '<span class="MathJax_Preview">x²</span><span class="MathJax">x2</span><script type="math/tex">x^2</script>',
    '<code class="language-tex">x^2</code>',
  ],
  [`<script type="math/mml">${math}</script>`, math],
  [
    `<span class="MathJax"><nobr aria-hidden="true">q+r</nobr><span class="MJX_Assistive_MathML">${math}</span></span>`,
    `<span><span>${math}</span></span>`,
  ],
  [
    `<mjx-container><mjx-math aria-hidden="true">q+r</mjx-math><mjx-assistive-mml>${math}</mjx-assistive-mml></mjx-container>`,
    math,
  ],
  ['<m:math><m:mi>q</m:mi></m:math>', '<math><mi>q</mi></math>'],
])('a formula is there once: %s', (html, expected) => {
  expect(clean(html)).toBe(expected)
  expect(clean(expected)).toBe(expected)
})
