/**
 * Elements that are invisible in a browser: one rule for the sanitiser, plain text and reader view, so that no description is made
 * of hidden content.
 */
import { displayRulesIn, isHiddenByRules, matchesElement } from './style-sheets.ts'

export type Attributes = Readonly<Record<string, string>>
export type IsHidden = (name: string, attributes: Attributes) => boolean

/** Invisible until a script loads them, and shown then. */
const MEDIA = new Set('img picture video audio iframe source amp-img'.split(' '))
/** Classes of large frameworks for text that only screen readers read out. */
const UNSEEN = /(?:^|\s)(?:sr-only|screen-reader-text|screen-reader-only|visually-?hidden)(?:\s|$)/
/** Numbers beside the lines of code, by the classes of syntax highlighters. */
const LINE_NUMBER_CLASSES =
  /(?:^|\s)(?:linenos?|linenodiv|line-numbers-rows|lnt|blob-num|crayon-nums?|hljs-ln-numbers|rouge-gutter)(?:\s|$)/
const NUMBERED = new Set('td th span div a pre'.split(' '))
const GUTTER = /(?:^|\s)gutter(?:\s|$)/

/** @returns whether elements are hidden, by themselves or by the style sheets within the text */
export function hiddenIn(html: string): IsHidden {
  const rules = displayRulesIn(html)
  if (rules.length === 0) return isHidden
  return (name, attributes) =>
    isHidden(name, attributes) ||
    (!/(?:^|;)\s*display\s*:/i.test(attributes['style'] ?? '') &&
      name !== 'html' &&
      name !== 'body' &&
      isHiddenByRules(rules, (rule) => matchesElement(rule, name, attributes)))
}

/** By its own attributes. */
export function isHidden(name: string, attributes: Attributes): boolean {
  const { hidden, style, class: classes } = attributes
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true
  if (name === 'dialog' && attributes['open'] === undefined) return true
  if (classes !== undefined && (UNSEEN.test(classes) || isLineNumber(name, classes))) return true
  return style !== undefined && isHiddenByStyle(name, attributes, style.toLowerCase())
}

/** Whether the element contains line numbers of code. */
export const isLineNumber = (name: string, classes: string): boolean =>
  (NUMBERED.has(name) && LINE_NUMBER_CLASSES.test(classes)) || (name === 'td' && GUTTER.test(classes))

/** Whether a text only consists of consecutive line numbers. */
export function isLineNumbers(text: string): boolean {
  const numbers = text.trim().split(/\s+/)
  return (
    numbers.length > 1 &&
    numbers.every((one, at) => /^\d{1,6}$/.test(one) && Number(one) === Number(numbers[0]) + at)
  )
}

/** Values that may hide; most styles have none of them. */
const SUSPECT = /none|hid|collapse|:\s*-|clip|[:\s]0?\.?0|:\s*1px/
const NOTHING = '0*\\.?0+(?:px|em|rem|pt|%)?'
const declares = (names: string, values: string): RegExp =>
  new RegExp(`(?:^|[;\\s])(?:${names})\\s*:\\s*(?:${values})\\s*(?:!\\s*important\\s*)?(?:;|$)`)

const NO_DISPLAY = declares('display', 'none')
const ALWAYS = [
  declares('visibility', 'hidden|collapse'),
  declares('mso-hide', 'all'),
  declares('text-indent', '-\\d{3,}[a-z.\\d%]*'),
]
const NO_SIZE = declares('(?:max-)?(?:width|height)', NOTHING)
const TINY = declares('(?:max-)?(?:width|height)|font-size|line-height', `${NOTHING}|1px`)
const CUT_OFF = declares('overflow(?:-[xy])?', 'hidden|clip')
/** The box of a video, whose height comes from its padding. */
const PADDED = /padding(?:-top|-bottom)?\s*:\s*(?:[\d.]+\S*\s+)*(?!0)[\d.]*[1-9]/
const TRANSPARENT = declares('opacity', '0*\\.?0+%?')
const NO_LETTERS = declares('font-size', `${NOTHING}|1px`)
const NO_COLOUR = declares('color', 'transparent')
const TAKEN_OUT = declares('position', 'absolute|fixed')
const AWAY = declares('left|right|top|bottom', '-\\d{3,}[a-z.\\d%]*')
const CLIPPED =
  /clip\s*:\s*rect\(\s*(?:0|1px)(?:px)?(?:[\s,]+(?:0|1px)(?:px)?){3}\s*\)|clip-path\s*:\s*inset\(\s*(?:50|100)%/

function isHiddenByStyle(name: string, attributes: Attributes, style: string): boolean {
  if (!SUSPECT.test(style)) return false
  if (NO_DISPLAY.test(style)) return !MEDIA.has(name) || !hasOwnData(attributes)
  if (MEDIA.has(name)) return false
  if (ALWAYS.some((rule) => rule.test(style))) return true
  if (NO_SIZE.test(style) && CUT_OFF.test(style) && !PADDED.test(style)) return true
  if (TRANSPARENT.test(style) && TINY.test(style)) return true
  if (NO_LETTERS.test(style) && (NO_COLOUR.test(style) || declaresNoHeight(style))) return true
  return TAKEN_OUT.test(style) && (AWAY.test(style) || CLIPPED.test(style))
}

const NO_HEIGHT = declares('max-height|height', `${NOTHING}|1px`)
const declaresNoHeight = (style: string): boolean => NO_HEIGHT.test(style) && !PADDED.test(style)

function hasOwnData(attributes: Attributes): boolean {
  for (const name in attributes) if (name.startsWith('data-')) return true
  return false
}
