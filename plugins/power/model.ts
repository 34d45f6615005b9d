/** The user's wallet, which the status item shows on every page, and what changes it. */
import { createEffect, createEvent, createStore, sample } from 'effector'
import type { PowerCalls, PowerRules } from './power-calls.ts'
import type { Wallet } from './wire.ts'

/** A payment from a dialog. One key for as long as the dialog is open: repeated, it pays once. */
export type Payment = { readonly amount: bigint; readonly key: string }

export type Overview = {
  /** null: the user has none yet. */
  readonly wallet: Wallet | null
  readonly rules: PowerRules
  readonly isClaimable: boolean
}
export type PowerModel = ReturnType<typeof createPowerModel>

export function createPowerModel(power: PowerCalls) {
  const { wallets, boosts } = power

  const overviewFx = createEffect(async (_: void) => {
    const [{ data: list }, rules, { data: isClaimable }] = await Promise.all([
      wallets.get({}),
      power.rules(),
      wallets.claimCheck({}),
    ])
    return { wallet: list[0] ?? null, rules, isClaimable }
  })
  /** null until it is loaded. A failure leaves what was loaded before. */
  const $overview = createStore<Overview | null>(null, { serialize: 'ignore' }).on(
    overviewFx.doneData,
    (_, overview) => overview,
  )
  /** Of the last request; null when it succeeded. */
  const $overviewError = createStore<unknown>(null, { serialize: 'ignore' })
    .on(overviewFx.failData, (_, error) => error)
    .reset(overviewFx.done)
  const overviewRequested = createEvent()
  sample({ clock: overviewRequested, target: overviewFx })

  const createWalletFx = createEffect(async (_: void) => void (await wallets.create({})))
  const claimFx = createEffect(async (_: void) => void (await wallets.claimDaily({})))
  /** An airdrop is sent to users who confirm it; to claim it in the reader is to confirm it. */
  const claimAirdropFx = createEffect(async (_: void) => {
    const { data } = await wallets.airdrop({})
    if (data?.verify === null) await wallets.verifyAirdrop({ verify: 'reader' })
    await wallets.claimAirdrop({})
  })
  /** These end with null when the user closes the question for the code. */
  const tipFx = createEffect(({ entryId, amount, key }: Payment & { entryId: string }) =>
    power.withCode((code) =>
      wallets.tip({ entryId, amount: String(amount), ...code }, { idempotencyKey: key }),
    ),
  )
  const boostFx = createEffect(({ feedId, amount, key }: Payment & { feedId: string }) =>
    power.withCode((code) =>
      boosts.create({ feedId, amount: String(amount), ...code }, { idempotencyKey: key }),
    ),
  )
  const withdrawFx = createEffect(({ address, amount, key }: Payment & { address: string }) =>
    power.withCode((code) =>
      wallets.withdraw({ address, amount: String(amount), ...code }, { idempotencyKey: key }),
    ),
  )
  /** Something was paid or received. */
  const changed = createEvent()
  sample({
    clock: [
      createWalletFx.finally,
      claimFx.finally,
      claimAirdropFx.finally,
      tipFx.finally,
      boostFx.finally,
      withdrawFx.finally,
    ],
    fn: () => {},
    target: changed,
  })
  sample({ clock: changed, target: overviewFx })
  /** Counts the changes: what was requested before one is requested again. */
  const $revision = createStore(0, { serialize: 'ignore' }).on(changed, (count) => count + 1)
  return {
    power,
    changed,
    $revision,
    $overview,
    $overviewError,
    overviewRequested,
    createWalletFx,
    claimFx,
    claimAirdropFx,
    tipFx,
    boostFx,
    withdrawFx,
  }
}
