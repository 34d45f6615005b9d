/** What every plugin for bookmarks does, as tests: the plugin's own test says what its service is sent. */
import { expect, test } from 'vitest'
import { testConnecting, type Saving, type SavingPlugin } from './saving-plugin.ts'
import { json, refusals, type ServiceRequest, type ServiceResponse } from './service.ts'

type BookmarkPlugin = SavingPlugin & {
  /** The service's protocol, for a user who is signed in; null: no such address. */
  readonly respond: (request: ServiceRequest) => ServiceResponse | null
  readonly isSignedIn: (request: ServiceRequest) => boolean
}

/** @returns what the plugin's own tests look at; they run after these */
export function testBookmarkPlugin({ respond, isSignedIn, ...saving }: BookmarkPlugin): Saving {
  const parts = testConnecting(saving, (request) =>
    isSignedIn(request) ? (respond(request) ?? json(404, {})) : json(401, {}),
  )
  const { plugin, service } = parts

  test('the connection is tried by a command', async () => {
    expect(await plugin().call('check', {})).toEqual({ ok: true, output: { key: 'connected' } })
  })

  test.each(refusals(saving.name))('the refusal %o becomes a message', async (refusal, words) => {
    service().refuse(() => refusal)
    expect(await plugin().save()).toEqual({ ok: false, words })
    expect(await plugin().call('check', {})).toEqual({ ok: false, words })
    service().refuse(() => null)
  })

  test('what was saved before is said to be there', async () => {
    expect(await plugin().save()).toMatchObject({ ok: true, output: { again: false } })
    expect(await plugin().save()).toMatchObject({ ok: true, output: { again: true } })
  })

  return parts
}
