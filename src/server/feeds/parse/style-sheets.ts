/** Which elements the style sheets in a text hide or show. Only certain rules: those for some media hide nothing. */

/** A rule that hides elements, or shows them. */
export type DisplayRule = { readonly selector: string; readonly hides: boolean; readonly weight: number }

const SHEET = /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi
const HIDES = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all)/i
const SHOWS = /(?:^|[;\s])(?:display\s*:\s*(?!none)[a-z]|visibility\s*:\s*visible)/i
const IMPORTANT = /(?:display|visibility|mso-hide)\s*:[^;]*!\s*important/i
/** Longer sheets are those of whole sites; only the first rules are used. */
const RULES_MAX = 2000

/** @returns the rules of a text's style sheets in their order; none where nothing is hidden */
export function displayRulesIn(html: string): readonly DisplayRule[] {
  if (!/<style\b/i.test(html)) return []
  const rules = [...html.matchAll(SHEET)].flatMap(([, css = '']) => rulesOf(css, true)).slice(0, RULES_MAX)
  return rules.some(({ hides }) => hides) ? rules : []
}

/** @param matches whether a selector matches the element */
export function isHiddenByRules(
  rules: readonly DisplayRule[],
  matches: (rule: DisplayRule) => boolean,
): boolean {
  let last: DisplayRule | null = null
  for (const rule of rules) if (rule.weight >= (last?.weight ?? 0) && matches(rule)) last = rule
  return last?.hides === true
}

const COMPOUND = /^([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)$/i

/** A selector for one element: a name, classes, an id. For a longer one that shows, only its last part has to match. */
export function matchesElement(
  { selector, hides }: DisplayRule,
  name: string,
  attributes: Readonly<Record<string, string>>,
): boolean {
  const last = hides ? selector : (/[^\s>+~]+$/.exec(selector)?.[0] ?? '')
  const [, tag = '*', marks = ''] = COMPOUND.exec(last) ?? []
  if (!COMPOUND.test(last) || (tag !== '*' && tag.toLowerCase() !== name)) return false
  const classes = (attributes['class'] ?? '').split(/\s+/)
  return (marks.match(/[.#][\w-]+/g) ?? []).every((mark) =>
    mark.startsWith('.') ? classes.includes(mark.slice(1)) : attributes['id'] === mark.slice(1),
  )
}

/** @param mayHide false within rules for some media, which may only show */
function rulesOf(css: string, mayHide: boolean): DisplayRule[] {
  return blocksOf(css.replace(/\/\*[\s\S]*?\*\/|<!--|-->/g, '')).flatMap(({ head, body }) => {
    if (head.startsWith('@')) {
      const media = /^@media\s+(.*)$/is.exec(head)?.[1]?.trim().toLowerCase()
      return media === undefined ? [] : rulesOf(body, mayHide && /^(all|screen|only screen)$/.test(media))
    }
    const hides = HIDES.test(body)
    if (hides ? !mayHide : !SHOWS.test(body)) return []
    return head.split(',').map((one) => {
      const selector = one.trim()
      return { selector, hides, weight: weightOf(selector) + (IMPORTANT.test(body) ? 1_000_000 : 0) }
    })
  })
}

type Block = { readonly head: string; readonly body: string }

/** The blocks of the outermost level; a block that is never closed ends with the text. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = []
  let [from, open, depth] = [0, 0, 0]
  for (const { 0: sign, index } of css.matchAll(/[{};]/g)) {
    if (sign === ';' && depth === 0) from = index + 1
    else if (sign === '{' && depth++ === 0) open = index
    else if (sign === '}' && depth > 0 && --depth === 0) {
      blocks.push({ head: css.slice(from, open).trim(), body: css.slice(open + 1, index) })
      from = index + 1
    }
  }
  return blocks
}

/** Specificity as one number; at least 1, so that `*` counts. */
const weightOf = (selector: string): number =>
  1 +
  10_000 * (selector.match(/#[\w-]+/g)?.length ?? 0) +
  100 * (selector.match(/\.[\w-]+|\[|:[\w-]/g)?.length ?? 0) +
  (selector.match(/(?:^|[\s>+~])[a-z]/gi)?.length ?? 0)
