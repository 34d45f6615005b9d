import { defineConfig } from '@playwright/test'

/** Browser tests by human deed. Each starts a server of its own, on a free port, with data of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  reporter: [['list']],
  workers: 2,
  // Generous, and a second and third try: a slow or busy machine is no failure of the product.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 2,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    viewport: { width: 1360, height: 860 },
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
  },
})
