import { namedEntities } from './html-entities.ts'

/** Enough for a few lines of a row; longer descriptions are cut before parsing. */
const LENGTH = 400

/** Strips markup from a description. The result is rendered as text, so this is for appearance, not for safety. */
export function plainText(html: string | null): string {
  if (!html) return ''
  const start = html.slice(0, LENGTH * 4)
  if (!/[<&]/.test(start)) return start.slice(0, LENGTH)
  return start
    .replaceAll(/<(script|style)\b.*?<\/\1>/gis, ' ')
    .replaceAll(/<[^>]*>?/g, ' ')
    .replaceAll(ENTITY, decodeEntity)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LENGTH)
}

export const ENTITY = /&(#?\w+);/g
/** @param whole the result if the name is unknown */
export const decodeEntity = (whole: string, name: string): string =>
  namedEntities[name] ?? numeric(name) ?? whole

function numeric(name: string): string | undefined {
  const digits = /^#(x?)([\da-f]+)$/i.exec(name)
  if (!digits) return undefined
  const code = Number.parseInt(digits[2] ?? '', digits[1] ? 16 : 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
