/** Preserves formulas that a script would render, as their source text. */
import type { Readability } from '@mozilla/readability'

type Page = ConstructorParameters<typeof Readability>[0]

/** MathJax keeps TeX in scripts (`math/tex`), which would be taken out as scripts. Changes the page. */
export function keepMathematics(page: Page): void {
  for (const script of page.querySelectorAll('script[type^="math/tex"]')) {
    const code = page.createElement('code')
    code.setAttribute('class', 'language-tex')
    code.textContent = script.textContent?.trim() ?? ''
    const isDisplayed = /mode\s*=\s*display/.test(script.getAttribute('type') ?? '')
    const block = isDisplayed ? page.createElement('pre') : code
    if (isDisplayed) block.append(code)
    script.replaceWith(block)
  }
}
