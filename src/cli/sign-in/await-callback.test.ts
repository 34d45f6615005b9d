import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { awaitCallback } from './sign-in-through-browser.ts'

test('requests of other pages change nothing, also those whose target is no address', async () => {
  const { redirectUri, code, close } = await awaitCallback('the-state')
  const { hostname, port } = new URL(redirectUri)
  /** Unchanged; fetch would normalise it. */
  const statusOf = async (target: string) => {
    const socket = connect(Number(port), hostname)
    socket.end(`GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`)
    let text = ''
    socket.on('data', (part) => (text += String(part)))
    await once(socket, 'close')
    return text.split(' ')[1]
  }
  for (const target of ['//', '///', '/', '/signed-in', '/signed-in?state=another&code=theirs'])
    expect([target, await statusOf(target)]).toEqual([target, '404'])
  expect(await statusOf('/signed-in?state=the-state&code=mine')).toBe('200')
  expect(await code).toBe('mine')
  close()
})
