/** POWER: claims, tips, boosts, invitations, a list with a fee. */
import { done } from './ask.ts'
import { oneOf, type Deed } from './truth.ts'

const ONE = 10n ** 18n
const alreadyClaimed = 4000
/** Somebody else's boost has raised the price since it was asked. */
const anotherPrice = 4006
const CODES_MAX = 100

const tip: Deed = async (person) => {
  const amount = String(ONE / 100n + BigInt(person.next()))
  const entryId = oneOf(oneOf(person.world.feeds).entryIds)
  const heard = await person.ask('POST', '/wallets/transactions/tip', { entryId, amount }, { keyed: true })
  if (done(heard, person.tally, 'tip')) person.truth.tips.add(amount)
}

const boost: Deed = async (person) => {
  const { id: feedId } = oneOf(person.world.feeds)
  const { data } = await person.ask('GET', `/boosts?feedId=${feedId}`)
  const { monthlyBoostCost } = data as { monthlyBoostCost: number }
  const amount = String(BigInt(monthlyBoostCost) * ONE)
  const heard = await person.ask('POST', '/boosts', { feedId, amount }, { keyed: true })
  if (heard.code === anotherPrice) return
  if (done(heard, person.tally, 'boost'))
    person.truth.boosts.add((heard.data as { transactionHash: string }).transactionHash)
}

const claim: Deed = async (person) => {
  if (person.truth.claimed) return tip(person)
  const heard = await person.ask('POST', '/wallets/transactions/claim_daily', {}, { keyed: true })
  if (done(heard, person.tally, 'claim', [alreadyClaimed])) person.truth.claimed = true
}

const buy: Deed = async (person) => {
  const listId = person.world.paidList
  if (person.truth.bought) {
    const heard = await person.ask('DELETE', '/subscriptions', { listId })
    if (done(heard, person.tally, 'unfollow list')) person.truth.bought = false
    return
  }
  const heard = await person.ask('POST', '/subscriptions', { listId, view: 0 }, { keyed: true })
  if (done(heard, person.tally, 'buy')) Object.assign(person.truth, { bought: true, paid: true })
}

const invite: Deed = async (person) => {
  if (person.truth.codes.size > CODES_MAX) return tip(person)
  const heard = await person.ask('POST', '/invitations/new', {}, { keyed: true })
  if (done(heard, person.tally, 'invitation')) person.truth.codes.add(heard.data as string)
}

export const powerDeeds: readonly Deed[] = [tip, tip, tip, boost, claim, invite]
export const buyDeeds: readonly Deed[] = [buy]
