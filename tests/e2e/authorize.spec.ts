import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authorizationParameters } from '../support/authorization.ts'
import { expect, test } from './fixtures.ts'

/** A program that waits on this machine for the browser to come back. */
async function startProgram() {
  const returned = Promise.withResolvers<URLSearchParams>()
  const listener = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    if (pathname === '/callback') returned.resolve(searchParams)
    response.end('Go on in the program.')
  })
  listener.listen(0, '127.0.0.1')
  await new Promise((ready) => listener.once('listening', ready))
  const { port } = listener.address() as AddressInfo
  const parameters = new URLSearchParams(authorizationParameters)
  parameters.set('redirect_uri', `http://127.0.0.1:${port}/callback`)
  parameters.set('state', 'its state')
  return { path: `/authorize?${parameters}`, returned: returned.promise, close: () => listener.close() }
}

test('A program is let in by keys alone with less than it asked for, refused, and not heard without a right request', async ({
  stranger: reader,
}) => {
  const { page } = reader

  await test.step('without a session one signs in on the page', async () => {
    await page.goto(`${reader.url}/authorize?${authorizationParameters}`)
    await expect(page.getByRole('heading', { name: 'Let a program in' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
    await reader.signUpByCall()
  })

  await test.step('a request that is not right leads nowhere', async () => {
    await page.goto(`${reader.url}/authorize?client_id=unknown`)
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Continue reading' })).toBeFocused()
  })

  await test.step('a user refuses a program, which is told so', async () => {
    const program = await startProgram()
    await page.goto(reader.url + program.path)
    await expect(page.getByRole('button', { name: 'Do not allow' })).toBeFocused()
    await reader.press('Enter')
    expect((await program.returned).get('error')).toBe('access_denied')
    await expect(page.getByText('Go on in the program.')).toBeVisible()
    program.close()
  })

  await test.step('a user lets a program in, with less than it asked for', async () => {
    const program = await startProgram()
    await page.goto(reader.url + program.path)
    await expect(page.getByRole('heading', { name: 'Assistant asks for access' })).toBeVisible()
    const mark = page.getByRole('checkbox', { name: 'Mark read and star' })
    await expect(mark).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Manage subscriptions' })).not.toBeChecked()
    await mark.focus()
    await reader.press('Space')
    await page.getByRole('button', { name: 'Allow', exact: true }).focus()
    await reader.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Confirm your identity' })).toBeVisible()
    await page.keyboard.type(reader.account.password)
    await reader.press('Enter')
    const parameters = await program.returned
    expect(parameters.get('state')).toBe('its state')
    expect(parameters.get('code')).toMatch(/^[\w-]{43}$/)
    await expect(page.getByText('Go on in the program.')).toBeVisible()
    program.close()
  })
})
