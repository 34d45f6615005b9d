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

const c = (...codes: string[]) => codes.map((code) => `<mjx-c class="mjx-c${code} TEX-I"></mjx-c>`).join('')
const mi = (code: string) => `<mjx-mi class="mjx-i">${c(code)}</mjx-mi>`
const mn = (code: string) => `<mjx-mn class="mjx-n" size="s">${c(code)}</mjx-mn>`
const rendered = (inner: string, more = '') =>
  `<p>Is <mjx-container class="MathJax" jax="CHTML"${more}><mjx-math class="MJX-TEX" aria-hidden="true">${inner}</mjx-math></mjx-container>.</p>`

test.each([
  [
    rendered(`${mi('1D465')}<mjx-mo class="mjx-n" space="4">${c('3C')}</mjx-mo>${mn('31')}`),
    '<math><mi>x</mi><mo>&lt;</mo><mn>1</mn></math>',
  ],
  [
    rendered(
      `<mjx-msup>${mi('1D465')}<mjx-script style="vertical-align: 0.4em;">${mn('32')}</mjx-script></mjx-msup>`,
      ' display="true"',
    ),
    '<math display="block"><msup><mrow><mi>x</mi></mrow><mrow><mn>2</mn></mrow></msup></math>',
  ],
  [
    rendered(
      `<mjx-msubsup>${mi('1D465')}<mjx-script>${mn('32')}<mjx-spacer style="margin-top: 0.2em;"></mjx-spacer>${mi('1D456')}</mjx-script></mjx-msubsup>`,
    ),
    '<math><msubsup><mrow><mi>x</mi></mrow><mrow><mi>i</mi></mrow><mrow><mn>2</mn></mrow></msubsup></math>',
  ],
  [
    rendered(
      `<mjx-mfrac><mjx-frac><mjx-num><mjx-nstrut></mjx-nstrut>${mi('1D44E')}</mjx-num><mjx-dbox><mjx-dtable><mjx-line></mjx-line><mjx-row><mjx-den><mjx-dstrut></mjx-dstrut>${mi('1D44F')}</mjx-den></mjx-row></mjx-dtable></mjx-dbox></mjx-frac></mjx-mfrac>`,
    ),
    '<math><mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac></math>',
  ],
  [
    rendered(
      `<mjx-msqrt><mjx-sqrt><mjx-surd><mjx-mo class="mjx-n">${c('221A')}</mjx-mo></mjx-surd><mjx-box style="padding-top: 0.1em;">${mn('32')}</mjx-box></mjx-sqrt></mjx-msqrt>`,
    ),
    '<math><msqrt><mn>2</mn></msqrt></math>',
  ],
  [
    rendered(
      `<mjx-munderover><mjx-over>${mi('1D45B')}</mjx-over><mjx-box><mjx-munder><mjx-row><mjx-base><mjx-mo class="mjx-lop">${c('2211')}</mjx-mo></mjx-base></mjx-row><mjx-row><mjx-under>${mn('31')}</mjx-under></mjx-row></mjx-munder></mjx-box></mjx-munderover>`,
    ),
    '<math><munderover><mrow><mo>∑</mo></mrow><mrow><mn>1</mn></mrow><mrow><mi>n</mi></mrow></munderover></math>',
  ],
])('a formula that MathJax 3 rendered without MathML is one again: %s', (html, expected) => {
  expect(clean(html)).toBe(`<p>Is ${expected}.</p>`)
})

test('what is no rendered formula stays as it is', () => {
  expect(clean('<mjx-container><mjx-c class="mjx-cFFFFFFFF">a</mjx-c></mjx-container>')).toBe('a')
  expect(clean('<mjx-container><mjx-c class="mjx-c41">')).not.toContain('<math')
})
