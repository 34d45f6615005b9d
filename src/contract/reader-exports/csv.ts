/** Reads CSV as RFC 4180 describes it: quotes around a field, two for one, lines within. Columns are known by their names. */

/** Fields by the names of their columns, in small letters. */
export type CsvRow = Readonly<Record<string, string>>

const nameOf = (column: string): string =>
  column
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()

/** The names of the columns, from the first line alone. */
export const csvColumns = (text: string): readonly string[] =>
  (parseCsv(text.slice(0, 4000).split('\n')[0] ?? '')[0] ?? []).map(nameOf)

export function csvRows(text: string): CsvRow[] {
  const [head = [], ...lines] = parseCsv(text)
  const names = head.map(nameOf)
  return lines.map((line) => Object.fromEntries(names.map((name, at) => [name, line[at] ?? ''])))
}

/** The first of the columns with a value, or an empty text. */
export const firstOf = (row: CsvRow, ...names: readonly string[]): string =>
  names.map((name) => row[name]?.trim() ?? '').find((value) => value !== '') ?? ''

/** `a, b`, or a list in brackets and quotes: `['a', "b"]`. */
export const tagsOf = (tags: string, separator = ','): string[] =>
  tags
    .replace(/^\[(.*)\]$/s, '$1')
    .split(separator)
    .map((tag) => tag.trim().replace(/^(['"])(.*)\1$/, '$2'))

/** @returns rows of fields; empty lines are left out */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let isQuoted = false
  const endField = () => {
    row.push(field)
    field = ''
  }
  const endRow = () => {
    endField()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (isQuoted) {
      if (letter !== '"') field += letter
      else if (text[at + 1] === '"') {
        field += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && field === '') isQuoted = true
    else if (letter === ',') endField()
    else if (letter === '\n') endRow()
    else if (letter !== '\r') field += letter
  }
  if (field !== '' || row.length > 0) endRow()
  return rows
}
