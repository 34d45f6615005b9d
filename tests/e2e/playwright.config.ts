import { defineConfig } from '@playwright/test'

/** Browser tests, named by user action. A worker's tests share its server and browser: see fixtures.ts. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results',
  reporter: [['list']],
  workers: 2,
  // Generous, and a second try: a slow or busy machine is no failure of the product.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    viewport: { width: 1360, height: 860 },
    // The profile that tests share has it installed (shared-browser.ts).
    serviceWorkers: 'block',
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
