/** Maps names of encodings as found in feeds to names that can be decoded. */
import { PAGES } from './code-pages.ts'

/** By the name to decode by: IANA's other names for it, Python's and Apple's, in small letters and with dashes. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'utf-8': 'u8 utf utf8-ucs2',
  'utf-16': 'u16 utf16',
  'utf-32': 'u32 utf32 ucs-4',
  'hp-roman8': 'roman8 r8 cp1051 ibm1051',
  cp437: 'cspc8codepage437',
  cp852: 'cspcp852',
  cp861: 'cp-is',
  cp869: 'cp-gr',
  cp1125: 'ruscii',
  kz1048: 'rk1048 kz-1048 strk1048-2002',
  ptcp154: 'pt154 cp154 csptcp154 cyrillic-asian',
  'euc-kr': 'uhc euckr ks-c-5601 ks-c-5601-1987 ks-x-1001 ksx1001 x-mac-korean',
  big5: 'big5-tw big5hkscs hkscs x-mac-trad-chinese',
  gbk: 'euc-cn euccn eucgb2312-cn gb2312-80 gb2312-1980 iso-ir-58 x-mac-simp-chinese',
  gb18030: 'gb18030-2000',
  'euc-jp': 'ujis u-jis eucjp jisx0213',
  'hz-gb-2312': 'hz hz-gb hzgb',
  shift_jis: 'mskanji ms-kanji sjis x-mac-japanese',
  'iso-8859-7': 'elot-928',
  'iso-8859-13': 'l7 latin7',
  'iso-8859-14': 'l8 latin8 iso-celtic iso-ir-199',
  'iso-8859-15': 'latin9',
  'iso-8859-16': 'l10 latin10 iso-ir-226',
  'windows-874': 'thai tis620 tis-620-0 tis-620-2529-0 tis-620-2529-1 iso-ir-166',
  'x-mac-cyrillic': 'mac-cyrillic maccyrillic',
  macintosh: 'mac-roman macroman',
  'mac-greek': 'macgreek',
  'mac-turkish': 'macturkish',
  'mac-iceland': 'maciceland',
  'mac-latin2': 'maclatin2 maccentraleurope mac-centeuro',
  'mac-croatian': 'maccroatian',
  'mac-romanian': 'macromanian',
  cp500: 'ebcdic-cp-be ebcdic-cp-ch',
  cp424: 'ebcdic-cp-he',
  cp273: 'ebcdic-cp-de',
}
const SAME = new Map(
  Object.entries(OTHER_NAMES).flatMap(([name, others]) => others.split(' ').map((other) => [other, name])),
)
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
  const same = SAME.get(name) ?? (Object.hasOwn(PAGES, name) ? name : undefined)
  if (same) return same
  if (name.startsWith('ebcdic')) return 'cp037'
  if (/^iso-?2022-?jp/.test(name)) return 'iso-2022-jp'
  if (/^(?:cs)?iso-?2022-?kr/.test(name)) return 'iso-2022-kr'
  if (/^shift-?jis|^s-?jis/.test(name)) return 'shift_jis'
  if (/^euc-?jis/.test(name)) return 'euc-jp'
  const part = /^(?:iso-?)?8859-?(\d{1,2})(?!\d)/.exec(name)?.[1]
  if (part) return `iso-8859-${part}`
  const number = /^(?:x-)?(?:cs)?(?:pc)?(?:ibm|cp|dos|ms|oem|windows|win)?-?0?(\d{2,5})(?:-?\w*)?$/.exec(
    name,
  )?.[1]
  return (number ? byNumber(number) : undefined) ?? spelled(written.trim(), name)
}

/** Some names have underscores officially, others only because a program prefers them. */
function spelled(written: string, dashed: string): string {
  try {
    return new TextDecoder(written).encoding
  } catch {
    return dashed
  }
}

function byNumber(number: string): string | undefined {
  if (/^125\d$/.test(number)) return `windows-${number}`
  const page = [`cp${number}`, `cp0${number}`].find((name) => Object.hasOwn(PAGES, name))
  return page ?? NUMBERS[number]
}
