/**
 * A cookie beside that of the session that scripts may read: the id of its user. It grants no access. It tells the reader,
 * before any request, whether this browser's stored data is of the user who is signed in.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { USER_COOKIE } from '../../core/user-cookie.ts'
import { basePathOf } from '../http/base-path.ts'
import type { Services } from '../http/routes.ts'
import { AUTH_PATH } from './auth-path.ts'
import { findCaller, SESSION_COOKIES } from './session.ts'

/** Name, value and attributes of a cookie that is set. */
const SET_COOKIE = /^([^=;]+)=([^;]*)(;.*)$/
const isSession = (name: string | undefined) => SESSION_COOKIES.some((one) => one === name)
const MONTH_S = 30 * 86_400

/** Sets, renews and removes the mark with the session's cookie. @param secret signs the session cookies */
export function markUser(services: Services, secret: string): MiddlewareHandler {
  const { storage, config, now } = services
  const userOf = async (cookie: string) =>
    (await findCaller(storage, secret, new Headers({ cookie }), now()))?.id ?? ''
  return async (context, next) => {
    await next()
    const [, name, value, attributes] =
      context.res.headers
        .getSetCookie()
        .map((cookie) => SET_COOKIE.exec(cookie))
        .findLast((match) => isSession(match?.[1])) ?? []
    if (attributes !== undefined) {
      const lasting = attributes.replace(/; *HttpOnly/i, '')
      append(context, `${USER_COOKIE}=${value ? await userOf(`${name}=${value}`) : ''}${lasting}`)
    } else if (
      context.req.path === `${AUTH_PATH}/get-session` &&
      getCookie(context, USER_COOKIE) === undefined
    ) {
      // A session older than these marks.
      const user = await userOf(context.req.header('cookie') ?? '')
      const secure = config.PUBLIC_URL.startsWith('https:') ? '; Secure' : ''
      const attributesOfMark = `Max-Age=${MONTH_S}; Path=${basePathOf(config) || '/'}; SameSite=Lax${secure}`
      if (user) append(context, `${USER_COOKIE}=${user}; ${attributesOfMark}`)
    }
  }
}

const append = (context: Context, cookie: string) => context.res.headers.append('set-cookie', cookie)
