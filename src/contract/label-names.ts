/**
 * Names of labels. A slash separates a label from those within it: `work/reading`. Apart from the schemas, so that
 * the browser's first bundle and the worker need no zod.
 */
import { foldText } from './query/fold-text.ts'

/** Characters of a whole name, and labels of one user. */
export const MAX_LABEL_NAME = 200
export const MAX_LABELS = 1000

/** The colours that a label may have: those of the interface's accents. None is the colour of the text. */
export const labelColors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'gray'] as const
export type LabelColor = (typeof labelColors)[number]

/** A name as it is stored: without control characters, empty parts, and spaces around parts. Null when nothing is left. */
export function cleanLabelName(name: string): string | null {
  const parts = name
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .split('/')
    .map((part) => part.replace(/\s+/gu, ' ').trim())
    .filter((part) => part !== '')
  return parts.join('/') || null
}

/** The key by which names are compared: labels with equal keys are one label. */
export const labelKey = (name: string): string => foldText(cleanLabelName(name) ?? '')

/** The labels that a label is in, from the outermost: `a` and `a/b` for `a/b/c`. */
export const outerLabels = (name: string): string[] => {
  const parts = name.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** True of the label itself and of all labels within it. Both are keys. */
export const isWithinLabel = (key: string, outer: string): boolean =>
  key === outer || key.startsWith(`${outer}/`)

/** The name of a label after an outer label, or the label itself, was renamed. */
export const renamedWithin = (name: string, from: string, to: string): string =>
  [to, ...name.split('/').slice(from.split('/').length)].join('/')
