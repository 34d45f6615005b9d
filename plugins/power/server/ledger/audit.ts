/** Verifies the full ledger and reports inconsistencies. */
import type { On, PowerPostingRow, PowerTransactionRow } from '../tables.ts'
import { fromDigits } from './amount.ts'
import { GENESIS, hashOf, type Posting } from './chain.ts'
import { MINT } from './account-pair.ts'

export type Audit = {
  readonly transactions: number
  readonly head: string
  readonly minted: bigint
  readonly burned: bigint
  /** Sum of all accounts except mint and burn. */
  readonly supply: bigint
  /** One line per problem; empty for a consistent ledger. */
  readonly problems: readonly string[]
}

const PAGE = 1000

/** Checks every hash, sum and balance after every transaction, and the recorded chain heads. */
export async function audit(on: On): Promise<Audit> {
  const problems: string[] = []
  const balances = new Map<string, bigint>()
  const ends = await writtenEnds(on)
  let head = { position: 0, hash: GENESIS }
  let lines = 0
  for (;;) {
    const page = await pageAfter(on, head.position)
    for (const { row, postings } of page) {
      problems.push(...wrongIn(row, postings, head), ...overdrawn(balances, row, postings))
      head = { position: row.position, hash: row.hash }
      lines += postings.length
      const end = ends.get(row.position)
      if (end !== undefined && end !== row.hash) problems.push(`${row.position}: not what stood there before`)
      ends.delete(row.position)
    }
    if (page.length < PAGE) break
  }
  for (const position of ends.keys()) problems.push(`${position}: missing`)
  if (lines !== (await countPostings(on))) problems.push('There are postings of no transaction')
  return { transactions: head.position, head: head.hash, ...totals(balances), problems }
}

type Entry = { readonly row: PowerTransactionRow; readonly postings: readonly Posting[] }

async function pageAfter({ db }: On, position: number): Promise<Entry[]> {
  const rows = await db
    .selectFrom('powerTransactions')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(PAGE)
    .execute()
  const last = rows.at(-1)?.position ?? position
  const postings = await db
    .selectFrom('powerPostings')
    .selectAll()
    .where('position', '>', position)
    .where('position', '<=', last)
    .execute()
  const byPosition = Map.groupBy(postings, (posting) => posting.position)
  return rows.map((row) => ({ row, postings: (byPosition.get(row.position) ?? []).map(toPosting) }))
}

const toPosting = ({ account, ...digits }: PowerPostingRow): Posting => ({
  account,
  amount: fromDigits(digits),
})

function wrongIn(
  row: PowerTransactionRow,
  postings: readonly Posting[],
  head: { readonly position: number; readonly hash: string },
): string[] {
  const sum = postings.reduce((all, { amount }) => all + amount, 0n)
  return [
    ...(row.position === head.position + 1 ? [] : [`${head.position + 1}: missing`]),
    ...(row.previousHash === head.hash ? [] : [`${row.position}: does not follow from the one before`]),
    ...(row.hash === hashOf(row, postings) ? [] : [`${row.position}: changed after it was written`]),
    ...(sum === 0n && postings.length > 1 ? [] : [`${row.position}: its postings do not sum to zero`]),
  ]
}

function overdrawn(
  balances: Map<string, bigint>,
  { position }: PowerTransactionRow,
  postings: readonly Posting[],
): string[] {
  return postings.flatMap(({ account, amount }) => {
    const after = (balances.get(account) ?? 0n) + amount
    balances.set(account, after)
    return after < 0n && account !== MINT ? [`${position}: ${account} has less than nothing`] : []
  })
}

/** The recorded chain head of each day, which a truncated chain no longer contains. */
async function writtenEnds({ db }: On): Promise<Map<number, string>> {
  const rows = await db.selectFrom('powerDays').select(['headPosition', 'headHash']).execute()
  return new Map(
    rows.flatMap(({ headPosition, headHash }) =>
      headPosition && headHash ? [[headPosition, headHash]] : [],
    ),
  )
}

async function countPostings({ db }: On): Promise<number> {
  const row = await db
    .selectFrom('powerPostings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

function totals(balances: ReadonlyMap<string, bigint>) {
  const minted = -(balances.get(MINT) ?? 0n)
  const burned = balances.get('burn') ?? 0n
  const userBalances = [...balances].filter(([account]) => account !== MINT && account !== 'burn')
  return { minted, burned, supply: userBalances.reduce((all, [, amount]) => all + amount, 0n) }
}
