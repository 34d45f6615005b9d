import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createSiteLocks, type Locks } from './site-locks.ts'

/** A lock belongs to a process, and is acquired once. */
function sharedLocks() {
  const owners = new Map<string, number>()
  const ofProcess = (process: number): Locks => ({
    take: async (name) => {
      await pause(1)
      if (owners.has(name)) return false
      owners.set(name, process)
      return true
    },
    give: (name) => void (owners.get(name) === process && owners.delete(name)),
  })
  return { ofProcess, owners }
}

describe('turns at a site', () => {
  test('three processes together never ask a site more than twice at once, and all get their turn', async () => {
    const shared = sharedLocks()
    const turns = [1, 2, 3].map((process) =>
      createSiteLocks(shared.ofProcess(process), new AbortController().signal),
    )
    let now = 0
    let most = 0
    const work = async () => {
      now += 1
      most = Math.max(most, now)
      await pause(3)
      now -= 1
      return 'done'
    }
    const requests = Array.from({ length: 30 }, (_, at) => turns[at % 3]?.('slow.example', work))
    expect(await Promise.all(requests)).toEqual(Array(30).fill('done'))
    expect(most).toBe(2)
    expect(shared.owners.size).toBe(0)
  })

  test('one site does not wait for another', async () => {
    const turn = createSiteLocks(sharedLocks().ofProcess(1), new AbortController().signal)
    const first = Promise.withResolvers<void>()
    const busy = [turn('a.example', () => first.promise), turn('a.example', () => first.promise)]
    expect(await turn('b.example', async () => 'here')).toBe('here')
    first.resolve()
    await Promise.all(busy)
  })

  test('a slot is released when the work fails', async () => {
    const shared = sharedLocks()
    const turn = createSiteLocks(shared.ofProcess(1), new AbortController().signal)
    await expect(turn('a.example', () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer')
    expect(shared.owners.size).toBe(0)
  })

  test('without a way to the others the work is done all the same', async () => {
    const turn = createSiteLocks(
      { take: async () => null, give: () => undefined },
      new AbortController().signal,
    )
    expect(await turn('a.example', async () => 'done')).toBe('done')
  })

  test('a stop ends the waiting', async () => {
    const shared = sharedLocks()
    const stopping = new AbortController()
    const never = createSiteLocks(shared.ofProcess(1), stopping.signal)
    const hold = Promise.withResolvers<void>()
    const current = [never('a.example', () => hold.promise), never('a.example', () => hold.promise)]
    const waiting = createSiteLocks(shared.ofProcess(2), stopping.signal)('a.example', async () => 'stopped')
    stopping.abort()
    expect(await waiting).toBe('stopped')
    hold.resolve()
    await Promise.all(current)
  })
})
