/** Transactions as their user sees them, and their sums by day. */
import type { Transaction } from './wire.ts'

export type Movement = 'in' | 'out'

/** POWER that a feed of the user received is in, too. */
export const movementOf = ({ fromUserId }: Transaction, userId: string): Movement =>
  fromUserId === userId ? 'out' : 'in'

/** What it changed: the payee receives the amount without tax. */
export const changeOf = (transaction: Transaction, userId: string): bigint => {
  const amount = BigInt(transaction.powerToken)
  return movementOf(transaction, userId) === 'out' ? -amount : amount - BigInt(transaction.tax)
}

export type Day = {
  /** 2026-05-01, in the time zone of the browser. */
  readonly day: string
  readonly received: bigint
  readonly spent: bigint
}

const DAY_MS = 86_400_000
/** Days that the chart shows. */
export const CHART_DAYS = 30

const dayOf = (ms: number): string => {
  const date = new Date(ms)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The sums of the last days, the oldest first; a day without transactions has zeros. @param now ms since 1970 */
export function sumsByDay(transactions: readonly Transaction[], userId: string, now: number): Day[] {
  const byDay = Map.groupBy(transactions, ({ createdAt }) => dayOf(Date.parse(createdAt)))
  const noon = new Date(now).setHours(12, 0, 0, 0)
  return Array.from({ length: CHART_DAYS }, (_, at) => {
    const day = dayOf(noon - (CHART_DAYS - 1 - at) * DAY_MS)
    const changes = (byDay.get(day) ?? []).map((one) => changeOf(one, userId))
    const sum = (signed: (change: bigint) => bigint) =>
      changes.reduce((all, change) => all + (signed(change) > 0n ? signed(change) : 0n), 0n)
    return { day, received: sum((change) => change), spent: sum((change) => -change) }
  })
}

/** When the first day of the chart may have begun, as the server takes it. @param now ms since 1970 */
export const chartStart = (now: number): string => new Date(now - CHART_DAYS * DAY_MS).toISOString()
