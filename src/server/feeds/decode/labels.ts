/** Names of encodings as people write them, to names that can be decoded. */
import { PAGES } from './code-pages.ts'

const SAME: Readonly<Record<string, string>> = {
  u8: 'utf-8',
  utf: 'utf-8',
  'utf8-ucs2': 'utf-8',
  u16: 'utf-16',
  utf16: 'utf-16',
  u32: 'utf-32',
  utf32: 'utf-32',
  'ucs-4': 'utf-32',
  roman8: 'hp-roman8',
  r8: 'hp-roman8',
  'cp-is': 'cp861',
  'cp-gr': 'cp869',
  rk1048: 'kz1048',
  'strk1048-2002': 'kz1048',
  pt154: 'ptcp154',
  csptcp154: 'ptcp154',
  'cyrillic-asian': 'ptcp154',
  uhc: 'euc-kr',
  hkscs: 'big5-hkscs',
  ujis: 'euc-jp',
  hz: 'hz-gb-2312',
  'hz-gb': 'hz-gb-2312',
  hzgb: 'hz-gb-2312',
  mskanji: 'shift_jis',
  sjis: 'shift_jis',
  'mac-cyrillic': 'x-mac-cyrillic',
  maccyrillic: 'x-mac-cyrillic',
  'mac-roman': 'macintosh',
  macroman: 'macintosh',
  macgreek: 'mac-greek',
  macturkish: 'mac-turkish',
  maciceland: 'mac-iceland',
  maclatin2: 'mac-latin2',
  maccentraleurope: 'mac-latin2',
  maccroatian: 'mac-croatian',
  macromanian: 'mac-romanian',
  'ebcdic-cp-be': 'cp500',
  'ebcdic-cp-ch': 'cp500',
  'ebcdic-cp-he': 'cp424',
  'ebcdic-cp-de': 'cp273',
}
/** Numbers of Microsoft's and IBM's pages, where another name is the one to decode by. */
const NUMBERS: Readonly<Record<string, string>> = {
  '367': 'us-ascii',
  '646': 'us-ascii',
  '819': 'windows-1252',
  '866': 'ibm866',
  '874': 'windows-874',
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '65001': 'utf-8',
}

/** @returns a label of TextDecoder, or a name of {@link PAGES} */
export function decodable(written: string): string {
  const name = written
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s]+/g, '-')
  const same =
    (Object.hasOwn(SAME, name) ? SAME[name] : undefined) ?? (Object.hasOwn(PAGES, name) ? name : undefined)
  if (same) return same
  if (name.startsWith('ebcdic')) return 'cp037'
  if (/^iso-?2022-?jp/.test(name)) return 'iso-2022-jp'
  if (/^shift-?jis|^s-?jis/.test(name)) return 'shift_jis'
  if (/^euc-?jis/.test(name)) return 'euc-jp'
  const part = /^(?:iso-?)?8859-?(\d{1,2})(?!\d)/.exec(name)?.[1]
  if (part) return `iso-8859-${part}`
  const number = /^(?:x-)?(?:cs)?(?:pc)?(?:ibm|cp|dos|ms|oem|windows|win)?-?0?(\d{2,5})(?:-?\w*)?$/.exec(
    name,
  )?.[1]
  return (number ? byNumber(number) : undefined) ?? written.trim()
}

function byNumber(number: string): string | undefined {
  if (/^125\d$/.test(number)) return `windows-${number}`
  const page = [`cp${number}`, `cp0${number}`].find((name) => Object.hasOwn(PAGES, name))
  return page ?? NUMBERS[number]
}
