import { defineServer } from '../../src/plugin-api/server.ts'
import * as tables from './migrations/0001-ledger.ts'
import { achievementsCalls } from './server/achievements/calls.ts'
import { boostsCalls } from './server/boosts/calls.ts'
import { scheduleBoosted } from './server/boosts/schedule.ts'
import { walletsCalls } from './server/calls.ts'
import { ensureDay } from './server/daily/days.ts'
import { feedFields } from './server/feed-fields.ts'
import { powerRules } from './server/ledger/rules.ts'
import { paymentsOf } from './server/payments.ts'
import type { Services } from './server/services.ts'
import { callsOfNone, rulesOfNone } from './server/switched-off.ts'
import type { Tables } from './server/tables.ts'
import wire from './wire.ts'

export default defineServer(
  (host) => {
    const voteUrl = String(host.environment['PRODUCT_HUNT_VOTE_URL'])
    if (host.environment['POWER'] === 'off') {
      host.configs({ ...rulesOfNone, PRODUCT_HUNT_VOTE_URL: voteUrl })
      host.answerWire(wire.calls, callsOfNone)
      return
    }
    const storage = { db: host.tables<Tables>(), kind: host.engine }
    const ledger = { storage, now: () => host.now() }
    const services: Services = { host, ledger, voteUrl }
    host.configs({ ...powerRules, PRODUCT_HUNT_VOTE_URL: voteUrl })
    host.payments(paymentsOf(ledger))
    host.feedFields(feedFields(services))
    host.round('hasten-boosted', { everyMinutes: 10, run: () => scheduleBoosted(services) })
    host.round('power-day', { everyMinutes: 10, run: async () => void (await ensureDay(ledger)) })
    host.answerWire(wire.calls, {
      ...walletsCalls(services),
      ...boostsCalls(services),
      ...achievementsCalls(services),
    })
  },
  { '0001-ledger': tables },
)
