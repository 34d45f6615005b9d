/** A plugin's style sheet, read by the browser's own parser, checked, and bound to the part of the page that it may style. */
import { declarationFault } from './permitted-declarations.ts'

/** Rules of one sheet, those inside of others too. */
const MAX_RULES = 500

export type StyleScope = {
  /** Selector of the elements in which it applies, themselves included. */
  readonly root: string
  /** Selector of elements below them that it does not reach. */
  readonly limit?: string
  /** Selector of the element around the root, which the sheet cannot style: what is drawn is cut off at its edges. */
  readonly frame: string
}

/**
 * @returns CSS of the same rules, which apply in the scope alone
 * @throws Error that names what is wrong: a rule that the browser cannot read, one of a kind that applies elsewhere, a
 * declaration that is not permitted
 */
export function scopedCss(css: string, { root, limit, frame }: StyleScope): string {
  const text = withoutTexts(css)
  const written = text.split('{').length - 1
  if (written !== text.split('}').length - 1) throw wrong('its braces do not match')
  // A constructed sheet never loads anything; it leaves `@import` out without a word.
  if (/@import\b/i.test(text)) throw wrong('@import is not permitted')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const known = check([...sheet.cssRules])
  if (known > MAX_RULES) throw wrong(`it has more than ${MAX_RULES} rules`)
  if (known < written) throw wrong(`${written - known} of its ${written} rules cannot be read`)
  const end = limit === undefined ? '' : ` to (${limit})`
  const rules = [...sheet.cssRules].map(({ cssText }) => cssText).join('\n')
  return `@layer plugins {\n${frame} { contain: paint }\n@scope (${root})${end} {\n${rules}\n}\n}`
}

/** @returns how many rules with a block there are */
function check(rules: readonly CSSRule[]): number {
  return rules.reduce((sum, rule) => sum + checkRule(rule), 0)
}

function checkRule(rule: CSSRule): number {
  // Declarations between nested rules.
  if (rule instanceof CSSNestedDeclarations) {
    checkDeclarations(rule.style, 'between nested rules')
    return 0
  }
  if (rule instanceof CSSStyleRule) checkDeclarations(rule.style, rule.selectorText)
  else if (
    !(rule instanceof CSSMediaRule || rule instanceof CSSSupportsRule || rule instanceof CSSContainerRule)
  )
    throw wrong(`a rule of this kind is not permitted: ${rule.cssText.slice(0, 60)}`)
  return 1 + check([...rule.cssRules])
}

function checkDeclarations(style: CSSStyleDeclaration, place: string): void {
  const fault = declarationFault(style)
  if (fault) throw wrong(`${fault} (${place.slice(0, 60)})`)
}

/** Without comments and strings, whose braces are none of rules. */
const withoutTexts = (css: string): string =>
  css.replace(/\/\*[^]*?(?:\*\/|$)|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/g, ' ')

const wrong = (why: string): Error => new Error(`The style sheet is wrong: ${why}`)
