import { expect, test } from './fixtures.ts'
import type { Reader } from './reader.ts'

async function openIntegrations(reader: Reader): Promise<void> {
  const { page } = reader
  await reader.press('g Comma')
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await settings.getByRole('link', { name: 'Integration' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Readwise' })).toBeVisible()
}

test('a server that sets up no telemetry shows no word of it and loads nothing', async ({ reader }) => {
  const { page } = reader
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await openIntegrations(reader)
  await expect(page.getByText(/telemetry/i)).toHaveCount(0)
  expect(loaded.filter((url) => /\/online\/|telemetry/.test(url) && !url.includes('/api/'))).toEqual([])
})
