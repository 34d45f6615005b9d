/** `/metrics` for a monitor, which sends METRICS_TOKEN as a bearer token. Admins read the same at /api/metrics. */
import type { Hono } from 'hono'
import { equalsSecret } from '../http/equals-secret.ts'
import { peerAddress } from '../http/peer.ts'
import { countFailure } from '../http/rate-limit.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/routes.ts'
import { metricsText } from './metrics-text.ts'

/** Mounts nothing without METRICS_TOKEN. */
export function mountMetrics(app: Hono, services: Services): void {
  const { METRICS_TOKEN } = services.config
  if (METRICS_TOKEN === '') return
  app.get('/metrics', async (context) => {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '') ?? []
    if (equalsSecret(token, METRICS_TOKEN))
      return context.text(await metricsText(services), 200, { 'content-type': METRICS_TYPE })
    const address = peerAddress(context, services.config)
    if (token !== '') await countFailure(services, { kind: 'metrics', secret: 'random', address })
    throw new Refusal('unauthorized', 'Send METRICS_TOKEN as a bearer token.')
  })
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
