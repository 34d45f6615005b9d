/** For tests of the host. */
import type { StoreWritable } from 'effector'
import { $isSender } from '../model/outbox/index.ts'
import { $session } from '../model/session/index.ts'
import { testUser } from '../model/testing.ts'

/** Values of a scope whose user is signed in, and whose tab sends what waits in the outbox. */
export const sendingTab = [
  [$session, { status: 'authenticated', user: testUser('1') }],
  [$isSender, true],
] as unknown as [StoreWritable<unknown>, unknown][]
