import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seedFeed } from '../../../../tests/support/library.ts'
import { startServerWithPlugins } from '../../../../tests/support/plugin-server.ts'
import type { TestUser, TestServer } from '../../../../tests/support/server.ts'
import { seedUser, testId } from '../../../../tests/support/storage.ts'
import { on } from '../../testing/ledger.ts'
import type { Achievement } from '../../wire.ts'
import { ONE } from '../ledger/amount.ts'
import { balancesOf } from '../ledger/balances.ts'
import { ensureWallet } from '../ledger/wallets.ts'

describe('achievements', () => {
  let server: TestServer
  let admin: TestUser
  let ann: TestUser

  beforeEach(async () => {
    const env = { PRODUCT_HUNT_VOTE_URL: 'https://hunt.example/lectern' }
    server = (await startServerWithPlugins('sqlite', { only: ['power'], env })).server
    admin = await server.signUp('admin')
    ann = await server.signUp('ann')
  })
  afterEach(() => server.close())

  const ask = async (who: TestUser, method: string, path: string, body: object) => {
    const answer = await who.request(`/achievement${path}`, { method, body })
    return [answer.status, ((await answer.json()) as { code: number }).code]
  }
  const list = async (who: TestUser, type = 'all') =>
    (await (await who.request(`/achievement?type=${type}`)).json()) as {
      data: Achievement[]
      done: number
      total: number
    }
  const one = async (who: TestUser, actionId: number) =>
    (await list(who)).data.find((achievement) => achievement.actionId === actionId)
  const ownList = async (owner: TestUser, followers: number) => {
    const listId = testId()
    const at = { createdAt: 1, updatedAt: 1 }
    await server.storage.db
      .insertInto('lists')
      .values({
        id: listId,
        ownerUserId: owner.id,
        title: 'L',
        description: null,
        image: null,
        view: 0,
        fee: 0,
        ...at,
      })
      .execute()
    const people = [owner.id]
    for (let number = 0; number < followers; number++) people.push(await seedUser(server.storage))
    const plain = {
      view: 0,
      category: null,
      title: null,
      isPrivate: 0,
      hideFromTimeline: 0,
      createdAt: 1,
    } as const
    await server.storage.db
      .insertInto('listSubscriptions')
      .values(people.map((userId) => ({ ...plain, userId, listId })))
      .execute()
  }

  test('a newcomer sees every goal and how far away it is', async () => {
    const { data, done, total } = await list(ann)
    expect(
      data.map(({ actionId, type, progress, progressMax }) => [actionId, type, progress, progressMax]),
    ).toEqual([
      [0, 'incomplete', 0, 1],
      [1, 'incomplete', 0, 1],
      [2, 'incomplete', 0, 50],
      [3, 'incomplete', 0, 100],
      [4, 'incomplete', 0, 500],
      [5, 'incomplete', 0, 1],
      [7, 'completed', 1, 1],
      [8, 'incomplete', 0, 1],
    ])
    expect([done, total]).toEqual([1, 8])
    expect((await list(ann, 'completed')).data.map(({ actionId }) => actionId)).toEqual([7])
    expect((await list(ann, 'received')).data).toEqual([])
    expect((await server.request('/achievement')).status).toBe(401)
  })

  test('followers of one list count, its owner does not, and what was reached stays reached', async () => {
    await ownList(ann, 49)
    expect(await one(ann, 1)).toMatchObject({ type: 'completed', done: true })
    expect(await one(ann, 2)).toMatchObject({ type: 'incomplete', progress: 49 })
    await ownList(ann, 50)
    expect(await one(ann, 2)).toMatchObject({ type: 'completed', progress: 50, done: true })
    expect(await one(ann, 3)).toMatchObject({ type: 'incomplete', progress: 50 })
    await server.storage.db.deleteFrom('lists').execute()
    expect(await one(ann, 2)).toMatchObject({ type: 'completed', progress: 50 })
    expect(await one(ann, 3)).toMatchObject({ type: 'incomplete', progress: 0 })
    expect(await one(admin, 2)).toMatchObject({ progress: 0 })
  })

  test('a reward is paid once, however many ask at once', async () => {
    expect(await ask(ann, 'PUT', '', { actionId: 0 })).toEqual([400, 9000])
    await seedFeed(server.storage, { ownerUserId: ann.id })
    expect(await ask(ann, 'PUT', '', { actionId: 0 })).toEqual([400, 4001])
    await ensureWallet(on(server.storage), ann.id, 1)
    const answers = await Promise.all([1, 2, 3].map(() => ask(ann, 'PUT', '', { actionId: 0 })))
    expect(answers.toSorted()).toEqual([
      [200, 0],
      [400, 9001],
      [400, 9001],
    ])
    // Fifty, of which a twentieth is tax; claimed POWER, which cannot be withdrawn.
    const balance = (await balancesOf(on(server.storage), [ann.id])).get(ann.id)
    expect(balance).toEqual({ total: (95n * ONE) / 2n, claimed: (95n * ONE) / 2n, received: 0n })
    expect(await one(ann, 0)).toMatchObject({ type: 'received', done: true, power: String(50n * ONE) })
    expect((await one(ann, 0))?.tx).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await ask(ann, 'PUT', '', { actionId: 6 })).toEqual([400, 1002])
  })

  test('a check returns whether it is reached', async () => {
    const check = async () =>
      (
        (await (
          await ann.request('/achievement/check', { method: 'POST', body: { actionId: 0 } })
        ).json()) as {
          data: unknown
        }
      ).data
    expect(await check()).toEqual({ actionId: 0, result: false })
    await seedFeed(server.storage, { ownerUserId: ann.id })
    expect(await check()).toEqual({ actionId: 0, result: true })
  })

  test('a vote is reviewed by the admin, who may reject it', async () => {
    const handIn = (actionId = 5) =>
      ask(ann, 'POST', '/audit', { actionId, payload: { username: 'ann-on-hunt' } })
    const decide = (who: TestUser, granted: boolean) =>
      ask(who, 'PUT', '/audits', { userId: ann.id, actionId: 5, granted })
    expect(await handIn(0)).toEqual([400, 9003])
    expect(await decide(admin, true)).toEqual([400, 9003])
    expect(await handIn()).toEqual([200, 0])
    expect(await handIn()).toEqual([400, 9002])
    expect(await ask(ann, 'PUT', '', { actionId: 5 })).toEqual([400, 9002])
    expect((await ann.request('/achievement/audits')).status).toBe(403)
    expect(await decide(ann, true)).toEqual([403, 1004])
    const waiting = (await (await admin.request('/achievement/audits')).json()) as { data: unknown }
    expect(waiting.data).toMatchObject([
      { userId: ann.id, user: { name: 'ann' }, actionId: 5, payload: { username: 'ann-on-hunt' } },
    ])
    expect(await decide(admin, false)).toEqual([200, 0])
    expect(await one(ann, 5)).toMatchObject({ type: 'incomplete' })
    expect(await handIn()).toEqual([200, 0])
    expect(await decide(admin, true)).toEqual([200, 0])
    expect(await one(ann, 5)).toMatchObject({ type: 'completed', progress: 1 })
    expect(await handIn()).toEqual([400, 9003])
    await ensureWallet(on(server.storage), ann.id, 1)
    expect(await ask(ann, 'PUT', '', { actionId: 5 })).toEqual([200, 0])
    expect(await handIn()).toEqual([400, 9001])
  })
})
