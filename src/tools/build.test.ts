import { expect, test } from 'vitest'
import { filesOfPage } from './build.ts'

test('the files that a first visit fetches are those that the page names', () => {
  const page = `<html><head>
    <meta name="database-worker" content="/assets/database-a1.js" />
    <meta name="description" content="A reader" />
    <link rel="icon" href="/icon-64.png" />
    <script type="module" crossorigin src="/assets/start-b2.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/runtime-c3.js">
    <link rel="stylesheet" crossorigin href="/assets/style-d4.css">
  </head></html>`
  expect(filesOfPage(page)).toEqual([
    '/assets/database-a1.js',
    '/assets/start-b2.js',
    '/assets/runtime-c3.js',
    '/assets/style-d4.css',
  ])
})
