/** Digests of tables, to compare them without having both at once. */
import { createHash } from 'node:crypto'
import type { ColumnKind } from './tables.ts'

export type Value = string | number | null | { readonly bytes: string }
/** One row: its values by column. */
export type Row = Readonly<Record<string, Value>>
export type Digest = { readonly rows: number; readonly sum: string }

/** A sum of hashes: independent of the order of rows, sensitive to duplicates. */
export function createDigest(columns: ReadonlyMap<string, ColumnKind>) {
  const names = [...columns.keys()].toSorted()
  let rows = 0
  let sum = 0n
  return {
    add(row: Row): void {
      const text = JSON.stringify(names.map((name) => asKind(row[name] ?? null, columns.get(name))))
      const hash = createHash('sha256').update(text).digest()
      sum = BigInt.asUintN(128, sum + hash.readBigUInt64BE(0) + (hash.readBigUInt64BE(8) << 64n))
      rows += 1
    },
    end: (): Digest => ({ rows, sum: sum.toString(16) }),
  }
}

/** Normalises times and booleans, which the engines represent differently. */
function asKind(value: Value, kind: ColumnKind | undefined): Value {
  if (value === null || typeof value === 'object') return value
  if (kind === 'truth') return ['0', 'false', 'f'].includes(String(value)) ? 0 : 1
  return kind === 'time' ? new Date(value).toISOString() : value
}
