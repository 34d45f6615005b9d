/** `/api/plugins/PLUGIN/sign-in/return`: where a service returns the user after a sign-in. */
import type { Hono } from 'hono'
import { findCaller } from '../../accounts/session.ts'
import { basePathOf } from '../../http/base-path.ts'
import type { Services } from '../../http/routes.ts'
import type { Returned } from './sign-ins.ts'

type Completed = Returned & { readonly plugin: string; readonly userId: string; readonly sessionId: string }
/** @returns false where this session has not begun the sign-in, or it is over */
export type CompleteSignIn = (returned: Completed) => Promise<boolean>

/** Characters of what a service sends. */
const MAX_PARAMETER = 4000

/** It leads to the page of the plugin, whatever came: that page says how it went. */
export function mountSignInReturn(
  app: Hono,
  services: Services,
  { secret, complete }: { readonly secret: string; readonly complete: CompleteSignIn },
): void {
  app.get('/api/plugins/:plugin/sign-in/return', async (context) => {
    const { req } = context
    const plugin = req.param('plugin')
    const sent = (name: string) => req.query(name)?.slice(0, MAX_PARAMETER) ?? null
    const caller = await findCaller(services.storage, secret, req.raw.headers, services.now())
    const isCompleted =
      caller?.sessionId !== undefined &&
      (await complete({
        plugin,
        userId: caller.id,
        sessionId: caller.sessionId,
        state: sent('state') ?? '',
        code: sent('code'),
        error: sent('error'),
      }))
    const page = `${basePathOf(services.config)}/settings/integration/${encodeURIComponent(plugin)}`
    context.header('cache-control', 'no-store')
    return context.redirect(isCompleted ? page : `${page}?signIn=expired`, 303)
  })
}
