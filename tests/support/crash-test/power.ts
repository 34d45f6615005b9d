/** POWER: claims, tips, boosts, invitations, a list with a fee. */
import { done } from './client.ts'
import { oneOf, type UserAction } from './expected-state.ts'

const ONE = 10n ** 18n
const alreadyClaimed = 4000
/** Another user's boost has raised the price since it was read. */
const priceChanged = 4006
const CODES_MAX = 100

const tip: UserAction = async (user) => {
  const amount = String(ONE / 100n + BigInt(user.next()))
  const entryId = oneOf(oneOf(user.fixtures.feeds).entryIds)
  const response = await user.request(
    'POST',
    '/wallets/transactions/tip',
    { entryId, amount },
    { idempotent: true },
  )
  if (done(response, user.tally, 'tip')) user.expected.tips.add(amount)
}

const boost: UserAction = async (user) => {
  const { id: feedId } = oneOf(user.fixtures.feeds)
  const { data } = await user.request('GET', `/boosts?feedId=${feedId}`)
  const { monthlyBoostCost } = data as { monthlyBoostCost: number }
  const amount = String(BigInt(monthlyBoostCost) * ONE)
  const response = await user.request('POST', '/boosts', { feedId, amount }, { idempotent: true })
  if (response.code === priceChanged) return
  if (done(response, user.tally, 'boost'))
    user.expected.boosts.add((response.data as { transactionHash: string }).transactionHash)
}

const claim: UserAction = async (user) => {
  if (user.expected.claimed) return tip(user)
  const response = await user.request('POST', '/wallets/transactions/claim_daily', {}, { idempotent: true })
  if (done(response, user.tally, 'claim', [alreadyClaimed])) user.expected.claimed = true
}

const buy: UserAction = async (user) => {
  const listId = user.fixtures.paidList
  if (user.expected.bought) {
    const response = await user.request('DELETE', '/subscriptions', { listId })
    if (done(response, user.tally, 'unfollow list')) user.expected.bought = false
    return
  }
  const response = await user.request('POST', '/subscriptions', { listId, view: 0 }, { idempotent: true })
  if (done(response, user.tally, 'buy')) Object.assign(user.expected, { bought: true, paid: true })
}

const invite: UserAction = async (user) => {
  if (user.expected.codes.size > CODES_MAX) return tip(user)
  const response = await user.request('POST', '/invitations/new', {}, { idempotent: true })
  if (done(response, user.tally, 'invitation')) user.expected.codes.add(response.data as string)
}

export const powerActions: readonly UserAction[] = [tip, tip, tip, boost, claim, invite]
export const buyActions: readonly UserAction[] = [buy]
