/** Formulas that a script would render, or has rendered: preserved once, as MathML or as their source. */
import { escapeMarkup } from '../../../core/escape-markup.ts'
import type { IsHidden } from './hidden.ts'
import { withoutRendering } from './mathjax.ts'

/** MathJax keeps the source of a formula in a script. */
const SCRIPT = /<script\b[^>]*\btype\s*=\s*(["']?)math\/(tex|mml)\b([^>"']*)\1[^>]*>([\s\S]*?)<\/script\s*>/gi

/** @returns markup with formulas of scripts as elements, which are not removed with scripts, and rendered ones as MathML */
export const withFormulas = (html: string): string => withoutRendering(withScripts(html))

const withScripts = (html: string): string =>
  html.includes('math/')
    ? html.replace(SCRIPT, (_, _quote, kind: string, more: string, source: string) => {
        if (kind.toLowerCase() === 'mml') return source
        const code = `<code class="language-tex">${escapeMarkup(source.replace(/^\s*<!\[CDATA\[|\]\]>\s*$|^\s*% <!\[CDATA\[|% \]\]>\s*$/g, '').trim())}</code>`
        return /mode\s*=\s*display/i.test(more) ? `<pre>${code}</pre>` : code
      })
    : html

const never: IsHidden = () => false
/** Output of MathJax that was saved with the page. */
const RENDERED = /(?:^|\s)(?:MathJax(?:_Preview|_Display|_SVG|_CHTML|_SVG_Display)?|mjx-chtml)(?:\s|$)/

/** @returns whether an element shows a formula that the same text has in another form */
export function repeatedFormulasIn(html: string): IsHidden {
  const [hasKatex, hasMathJax] = [html.includes('katex-html'), /MathJax|mjx-/.test(html)]
  if (!hasKatex && !hasMathJax) return never
  const hasMathMl = /<math\b/i.test(html)
  const hasSource = html.includes('language-tex')
  return (name, { class: classes = '', 'aria-hidden': ariaHidden }) => {
    // Without MathML, only its text and its source remain.
    if (hasKatex && /(?:^|\s)katex-(?:html|mathml)(?:\s|$)/.test(classes))
      return classes.includes('katex-html') === hasMathMl
    if (!hasMathJax) return false
    if (hasSource && RENDERED.test(classes)) return true
    return (
      hasMathMl &&
      (/MathJax_Preview/.test(classes) ||
        (ariaHidden === 'true' &&
          (name === 'nobr' || /(?:^|\s)mjx-math(?:\s|$)/.test(classes) || name === 'mjx-math')))
    )
  }
}
