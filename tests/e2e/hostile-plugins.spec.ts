import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { manyEntries } from '../support/written-feeds.ts'
import { goTo } from './dialog-openers.ts'
import { expect, test as base } from './fixtures.ts'
import type { Reader } from './reader.ts'
import { openPluginPage } from './plugin-page.ts'

type Site = {
  readonly url: string
  readonly serve: (path: string, body: string) => void
  readonly requests: string[]
}

/** A stranger's web server: it gives bundles, and records its requests. */
const test = base.extend<{ site: Site }>({
  site: async ({}, use) => {
    const files = new Map<string, string>()
    const requests: string[] = []
    const server: Server = createServer(({ url = '' }, response) => {
      requests.push(url)
      if (files.has(url)) response.end(files.get(url))
      else response.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await use({
      url: `http://127.0.0.1:${port}`,
      serve: (path, body) => void files.set(path, body),
      requests,
    })
    server.closeAllConnections()
    server.close()
  },
})

/** @param body of the plugin's `start`; `host` is the API */
const bundle = (id: string, body: string, permissions: readonly string[] = []) =>
  JSON.stringify({
    format: 'lectern-plugin-1',
    manifest: {
      id,
      version: '1.0.0',
      api: '1.3',
      enabledBy: 'enabled',
      settings: { enabled: { type: 'boolean', default: false } },
      permissions,
    },
    locales: {
      en: {
        name: `The ${id}`,
        description: 'A plugin of a stranger.',
        settings: { enabled: `Use the ${id}` },
        go: `Let the ${id} go`,
        said: 'It says: {{text}}',
      },
    },
    client: `lectern.start({ start(host) { ${body} } })`,
  })

/** A command that shows what the function returns. */
const says = (id: string, code: string) =>
  `host.command({ id: '${id}:go', title: 'go', run: async () => ({ key: 'said', values: { text: String(await (async () => { ${code} })()) } }) })`

async function look({ page }: Reader, address: string) {
  await goTo(page, '/settings/integration')
  await page.getByLabel('Address of the plugin').fill(address)
  await page.getByRole('button', { name: 'Show the plugin' }).click()
}

/** Installs by the settings page, with every permission when `grant`. */
async function install(reader: Reader, address: string, grant = false) {
  await look(reader, address)
  const preview = reader.page.getByRole('group', { name: 'The plugin to install' })
  await expect(preview).toBeVisible()
  if (grant) for (const box of await preview.getByRole('checkbox').all()) await box.check()
  await preview.getByRole('button', { name: 'Install' }).click()
  await expect(preview).toHaveCount(0)
}

const framesOf = ({ page }: Reader) => page.locator('[data-plugin-frame]')

/** A page with a note, which `storage` keeps, and a dialog. */
const notes = `
  const { createEvent, createStore, combine } = lectern.effector
  const typed = createEvent(), loaded = createEvent(), urgent = createEvent()
  const $note = createStore('').on([typed, loaded], (_, note) => note)
  const $urgent = createStore(false).on(urgent, (_, on) => on)
  const $tree = combine($note, $urgent, (note, on) => ({ kind: 'stack', children: [
    { kind: 'textField', label: 'Note', value: note, change: 'typed', submit: 'saved' },
    { kind: 'checkbox', label: 'Urgent', checked: on, change: 'urgent' },
    { kind: 'text', text: note.length + ' characters' + (on ? ', urgent' : '') },
    { kind: 'button', label: 'Let the notes go', command: 'notes:go' },
    { kind: 'link', label: 'More about notes', url: 'https://example.org/notes' },
    { kind: 'link', label: 'Bad', url: 'javascript:alert(1)' },
    { kind: 'link', label: 'Elsewhere', url: 'https://elsewhere.example/?note=' + note },
  ] }))
  const saved = (note) => host.storage.write(note)
  const open = host.screen({ path: '/notes', title: 'name', intro: 'description', $tree, on: { typed, urgent, saved } })
  const ask = host.dialog({ id: 'ask', title: 'name', $tree, on: { typed, urgent, saved } })
  host.command({ id: 'notes:open', title: 'open', kind: 'view', run: () => void open() })
  host.command({ id: 'notes:go', title: 'go', kind: 'dialog', run: () => void ask() })
  host.started.watch(async () => loaded((await host.storage.read()) ?? ''))`

test('a plugin from an address is shown first, runs apart with what the user permits, is brought up to date, and starts without a server', async ({
  signedUp: reader,
  feeds,
  site,
  lectern,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  feeds.write('essays', manyEntries('essays', 2))
  await reader.follow(feeds)
  await expect(reader.rows).toHaveCount(2)
  const preview = page.getByRole('group', { name: 'The plugin to install' })

  await test.step('a bundle that is none, or that changed after it was shown, is refused', async () => {
    site.serve('/none.json', '{}')
    await look(reader, `${site.url}/none.json`)
    await expect(reader.toast('This is not a plugin that can be installed here')).toBeVisible()
    site.serve('/shifty.json', bundle('shifty', says('shifty', 'return 1')))
    await look(reader, `${site.url}/shifty.json`)
    await expect(preview).toBeVisible()
    site.serve('/shifty.json', bundle('shifty', says('shifty', 'return 2')))
    await preview.getByRole('button', { name: 'Install' }).click()
    await expect(reader.toast('The plugin is not the one that was shown')).toBeVisible()
  })

  await test.step('the palette installs the example of plugins/README.md after it was shown, switches it off, and removes it', async () => {
    const guide = readFileSync(new URL('../../plugins/README.md', import.meta.url), 'utf8')
    const blocks = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, block]) => block ?? '')
    const example = blocks.find((block) => block.includes('lectern-plugin-1'))
    site.serve('/example.json', example ?? '')
    await reader.run('Go home')
    await reader.run('Install a plugin', `${site.url}/example.json`)
    await expect(preview.getByRole('heading', { name: 'Counter' })).toBeVisible()
    await expect(preview).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(preview.getByRole('checkbox', { name: 'Read your entries' })).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(preview).toHaveCount(0)
    await reader.run('Count the unread entries')
    await expect(reader.toast('Unread: 2')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Counter' })).not.toContainText('settings.')
    await reader.run('Switch off a plugin', 'Counter')
    await expect(framesOf(reader)).toHaveCount(0)
    await reader.run('Remove a plugin', 'Counter')
    await expect(page.getByRole('region', { name: 'Counter' })).toHaveCount(0)
  })

  const counter = page.getByRole('region', { name: 'The counter' })
  const count = `
    globalThis.times = (globalThis.times ?? 0) + 1
    const found = await host.entries('is:unread').catch(() => null)
    return times + ': ' + (found ? found.length + ' entries' : 'refused') + ', ' + (await host.fetch('${site.url}/open')).text`
  await test.step('it reads entries by a permission, which is in the ledger, and reaches a host by another', async () => {
    site.serve('/open', 'open')
    const permissions = ['entries:read', `net:${new URL(site.url).host}`]
    site.serve('/counter.json', bundle('counter', says('counter', count), permissions))
    await install(reader, `${site.url}/counter.json`, true)
    await reader.run('Let the counter go')
    await expect(reader.toast('It says: 1: 2 entries, open')).toBeVisible()
    await openPluginPage(page, 'The counter')
    await expect(counter.getByText('Read 2 entries of “is:unread”')).toBeVisible()
  })

  await test.step('another has no network, storage, document, eval or entries, nor by the name of the first what that one may', async () => {
    const attempts = `
    const out = []
    for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'Worker', 'indexedDB', 'caches', 'BroadcastChannel', 'document', 'localStorage', 'importScripts'])
      if (name in self) out.push(name)
    try { await import('${lectern.url}/api/settings'); out.push('import') } catch {}
    try { await import('${site.url}/stolen'); out.push('import elsewhere') } catch {}
    try { new Function('return 1')(); out.push('eval') } catch {}
    Object.prototype.polluted = true
    postMessage('{"type":"toolbarState","index":0,"state":{"__proto__":{"polluted":true}}}')
    postMessage('{"t":"q","m":"show","a":[{"kind":"toolbarItem","index":0},"$state",{"__proto__":{"polluted":true}}]}')
    for (const ask of [() => host.entries('is:unread'), () => host.markRead(['1'], true), () => host.fetch('http://169.254.169.254/'), () => host.fetch('${lectern.url}/api/settings')])
      try { await ask(); out.push('asked') } catch (error) { if (!error.text) out.push(String(error)) }
    const received = new Promise((resolve) => addEventListener('message', ({ data }) => {
      const { t, i, e } = JSON.parse(data)
      if (t === 's' && i === '900') resolve((e ? 'refusal ' : 'response ') + e?.text?.key.replace('app:', ''))
    }))
    const forge = (message) => postMessage(JSON.stringify({ plugin: 'counter', source: 'counter', token: 'counter', ...message }))
    for (const id of [0, 1, 2]) forge({ type: 'returned', id, message: { key: 'counter:said', values: { text: 'stolen' } } })
    forge({ type: 'returned', id: 1, message: { key: 'said', values: JSON.parse('{"__proto__":{"polluted":true}}') } })
    postMessage('{"type":"call","id":901,"name":"__proto__","input":{"constructor":{"prototype":{"polluted":true}}}}')
    for (const i of ['0', '1', '2']) forge({ t: 's', i, r: { key: 'counter:said', values: { text: 'stolen' } } })
    postMessage('{"t":"q","i":"901","m":"__proto__","a":["entries",["is:unread"]]}')
    postMessage('{"t":"q","i":"902","m":"call","a":["__proto__",[{"constructor":{"prototype":{"polluted":true}}}]]}')
    forge({ t: 'q', i: '900', m: 'call', a: ['entries', ['is:unread']] })
    return (out.join(', ') || 'nothing is open') + ', ' + (await received)`
    const thief = `
    let outcome
    host.command({ id: 'thief:go', title: 'go', run: async () => void (await (outcome = (async () => { ${attempts} })())) })
    host.command({ id: 'thief:tell', title: 'tell', run: async () => ({ key: 'said', values: { text: await outcome } }) })`
    const texts = bundle('thief', thief, ['entries:read', 'entries:mark', 'net:example.org'])
    site.serve('/thief.json', texts.replace('"name":', '"tell":"What was received","name":'))
    await install(reader, `${site.url}/thief.json`)
    await reader.run('Let the thief go')
    await reader.run('What was received')
    await expect(reader.toast('It says: nothing is open, refusal plugin.forbidden')).toBeVisible()
    await reader.run('Let the counter go')
    await expect(reader.toast('It says: 2: 2 entries, open')).toBeVisible()
    expect(site.requests).not.toContain('/stolen')
    expect(await page.evaluate(() => 'polluted' in {})).toBe(false)
  })

  await test.step('what is revoked ends at once', async () => {
    await openPluginPage(page, 'The counter')
    const permission = counter.getByRole('checkbox', { name: 'Read your entries' })
    await permission.click()
    await expect(permission).not.toBeChecked()
    await reader.run('Let the counter go')
    await expect(reader.toast(/It says: \d: refused, open/)).toBeVisible()
  })

  await test.step('a newer version is looked for, shown with what is different, held back, and installed now', async () => {
    site.serve('/growing.json', bundle('growing', says('growing', `return 'small'`)))
    await install(reader, `${site.url}/growing.json`)
    await reader.run('Let the growing go')
    await expect(reader.toast('It says: small')).toBeVisible()
    const pane = await openPluginPage(page, 'The growing')
    const search = pane.getByRole('button', { name: 'Look for a newer version' })
    await search.press('Enter')
    await expect(reader.toast('This is the newest version of growing')).toBeVisible()

    const more = `return (await host.entries('is:unread')).length + ' entries' + (globalThis.none ? eval('1') : '')`
    const larger = bundle('growing', says('growing', more), ['entries:read'])
    site.serve('/growing.json', larger.replace('1.0.0', '2.0.0'))
    await search.press('Enter')
    const found = pane.getByRole('group', { name: 'The version that was found' })
    await expect(found).toContainText('Version 1.0.0 → 2.0.0')
    await expect(found).toContainText('New: It makes code out of text: eval')
    await found.getByText('How the code differs').press('Enter')
    await expect(found.locator('del')).toContainText(`return 'small'`)
    await expect(found.locator('ins').first()).toContainText(`eval('1')`)
    await expect(found).toContainText('It waits until')
    const plainInstall = found.getByRole('button', { name: 'Install', exact: true })
    await expect(plainInstall).toHaveCount(0)
    await pane.getByLabel('Days to wait before a newer version').fill('0')
    await expect(plainInstall).toBeVisible()
    await pane.getByLabel('Days to wait before a newer version').fill('30')

    await found.getByRole('checkbox', { name: 'Read your entries' }).check()
    await found.getByRole('button', { name: 'Install it now' }).press('Enter')
    await expect(found).toHaveCount(0)
    await expect(search).toBeFocused()
    await expect(pane).toContainText('Version 2.0.0')
    await reader.run('Let the growing go')
    await expect(reader.toast('It says: 2 entries')).toBeVisible()
  })

  await test.step('columns, sections and menus show texts in their own room, and lead to no host that was not granted', async () => {
    await goTo(page, '/')
    const tops = () => reader.rows.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
    await expect(reader.rows).toHaveCount(2)
    const before = await tops()
    const slots = `
    const { createEvent, createStore } = lectern.effector
    const cell = { text: { key: 'said', values: { text: '<b>5</b>' } }, tone: 'accent' }
    host.listColumn({ id: 'cells', title: 'name', width: 40, cellsOf: (entries) => entries.map(() => cell) })
    for (let n = 0; n < 8; n += 1)
      host.command({ id: 'slots:n' + n, title: 'go', kind: 'view', target: 'entries', inEntryMenu: true, run: () => undefined })
    const shown = createEvent()
    const $tree = createStore(null).on(shown, (_, id) => ({ kind: 'stack', children: [
      { kind: 'heading', text: 'accessToken' in host ? 'a token' : 'no token' },
      { kind: 'text', text: '<i>Section</i> of ' + typeof id },
      { kind: 'link', label: 'Leave', url: '${site.url}/?from=section' },
      { kind: 'picture', url: '${site.url.replace('http:', 'https:')}/spy.png', description: 'A spy' },
      { kind: 'markdown', text: '![](${site.url}/pixel.png) [good](https://example.org/x) [bad](${site.url}/?data) <img src="${site.url}/raw.png">' },
      { kind: 'table', caption: 'Rows', columns: ['A'], rows: [['<b>cell</b>']] },
    ] }))
    host.entryPanel({ place: 'below', title: 'name', $tree, on: { shown } })`
    site.serve('/slots.json', bundle('slots', slots, ['entries:read', 'net:example.org']))
    await install(reader, `${site.url}/slots.json`, true)
    site.requests.length = 0
    await goTo(page, '/')
    const cells = reader.rows.locator('.entry-columns')
    await expect(cells).toHaveText(['It says: <b>5</b>', 'It says: <b>5</b>'])
    expect(await tops()).toEqual(before)
    await reader.rows.first().click()
    const section = page.getByRole('region', { name: 'The slots' })
    await expect(section.getByRole('heading', { name: 'no token' })).toBeVisible()
    await expect(section).toContainText('<i>Section</i> of string')
    await expect(section.getByRole('table', { name: 'Rows' })).toContainText('<b>cell</b>')
    await expect(section.getByText('A spy')).toBeVisible()
    await expect(section.getByRole('link')).toHaveText(['good'])
    await expect(section.locator('img')).toHaveCount(0)
    await page.locator('[data-entry-scroll]').focus()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: 'Let the slots go' })).toHaveCount(5)
    await page.keyboard.press('Escape')
    expect(site.requests).toEqual([])
  })

  await test.step('a page and a dialog work by keys, and what was entered is stored where no server is', async () => {
    const texts = bundle('notes', notes, ['storage', 'net:example.org']).replace(
      '"name":',
      '"open":"Open my notes","name":',
    )
    site.serve('/notes.json', texts)
    await install(reader, `${site.url}/notes.json`, true)
    await reader.run('Open my notes')
    await expect(page.getByRole('heading', { level: 1, name: 'The notes' })).toBeVisible()
    const field = page.getByRole('textbox', { name: 'Note', exact: true })
    await field.focus()
    await page.keyboard.type('Buy green tea')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByText('13 characters, urgent')).toBeVisible()
    const link = page.getByRole('link', { name: 'More about notes' })
    await expect(link).toHaveAttribute('href', 'https://example.org/notes')
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
    // To a host that it was not granted nothing leads.
    await expect(page.getByText('Elsewhere')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Elsewhere' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Let the notes go' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'The notes' })
    await expect(dialog.getByLabel('Note')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.context().setOffline(true)
    await page.reload()
    await expect(field).toHaveValue('Buy green tea')
    await reader.run('Let the notes go')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(reader.pane('timeline')).toBeVisible()
  })
})

test('a plugin that harms is stopped and named, stays off, is found by keys, and is left out in safe mode', async ({
  reader,
  site,
}) => {
  test.setTimeout(240_000)
  const { page } = reader
  const frames = framesOf(reader)

  await test.step('one that fails three times in a day, first by a flood, stays off until the user switches it on', async () => {
    const frail = `
    host.command({ id: 'frail:flood', title: 'flood', run: () => {
      for (let at = 0; at < 100000; at += 1) host.entries('is:unread').catch(() => {})
    } })
    host.command({ id: 'frail:break', title: 'break', run: () => nothing.at.all })
    ${says('frail', `return 'frail'`)}`
    const texts = '"flood":"Flood by the frail","break":"Break the frail","name":'
    site.serve('/frail.json', bundle('frail', frail).replace('"name":', texts))
    await install(reader, `${site.url}/frail.json`)
    const failed = reader.toast('The plugin frail failed')
    for (const [title, words] of [
      ['Flood by the frail', 'it sent too many messages'],
      ['Break the frail', 'nothing is not defined'],
      ['Break the frail', 'three times within a day'],
    ] as const) {
      await expect(frames).toHaveCount(1)
      await reader.run(title)
      // The reader answers keys meanwhile.
      await reader.press('Control+k')
      await expect(reader.palette).toBeVisible()
      await reader.press('Escape')
      await expect(failed.filter({ hasText: words })).toBeVisible()
      await expect(frames).toHaveCount(0)
      await page.reload()
    }
    const pane = await openPluginPage(page, 'The frail')
    await expect(pane).toContainText('It failed three times within a day')
    await expect(frames).toHaveCount(0)
    await pane.getByRole('button', { name: 'Switch it on again' }).press('Enter')
    await expect(frames).toHaveCount(1)
    await expect(pane).not.toContainText('It failed three times')
  })

  await test.step('the plugin that causes a problem is found by keys, and leaving the search puts all back', async () => {
    for (const id of ['three', 'two']) {
      site.serve(`/${id}.json`, bundle(id, says(id, `return '${id}'`)))
      await install(reader, `${site.url}/${id}.json`)
    }
    const bar = page.getByRole('region', { name: 'Find the plugin that causes a problem' })
    await expect(frames).toHaveCount(3)

    await reader.run('Find the plugin that causes a problem')
    await expect(bar).toContainText('2 plugins are off for now: The frail, The three. Is the problem gone?')
    await expect(frames).toHaveCount(1)
    await expect(bar.getByRole('button', { name: 'Yes, it is gone' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await expect(frames).toHaveCount(3)
    for (const id of ['frail', 'three']) {
      await reader.run(`Let the ${id} go`)
      await expect(reader.toast(`It says: ${id}`)).toBeVisible()
    }

    await reader.run('Find the plugin that causes a problem')
    await expect(bar).toContainText('2 plugins are off')
    // The reader is used meanwhile, and the command leads back to the question.
    await reader.run('Let the two go')
    await expect(reader.toast('It says: two')).toBeVisible()
    await reader.run('Find the plugin that causes a problem')
    await expect(bar.getByRole('button', { name: 'Yes, it is gone' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(bar).toContainText('1 plugin is off for now: The frail.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(bar).toContainText('The problem comes from the plugin The three.')
    await expect(frames).toHaveCount(3)
    await expect(bar.getByRole('button', { name: 'Switch it off' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(bar).toHaveCount(0)
    await expect(frames).toHaveCount(2)
  })

  await test.step('safe mode runs no plugin from elsewhere, says so, and leads back', async () => {
    await reader.run('Restart without installed plugins')
    await expect(reader.pane('timeline')).toBeVisible()
    await expect(reader.toast('Safe mode: installed plugins do not run.')).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Let the two go')
    await expect(reader.palette.getByRole('option', { name: 'Let the two go' })).toHaveCount(0)
    await page.goto(`${reader.url}/settings/integration?safe=1`)
    await expect(page.getByRole('main').getByText('Safe mode: installed plugins do not run.')).toBeVisible()
    await expect(frames).toHaveCount(0)
    await page.getByRole('button', { name: 'Restart with installed plugins' }).press('Enter')
    await expect(frames).toHaveCount(2)
    await expect(reader.pane('timeline')).toBeVisible()
  })
})
