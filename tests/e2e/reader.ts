/** A user at the keyboard: presses keys, runs commands, and reads what the page shows. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { WrittenFeeds } from '../support/written-feeds.ts'

export type Account = { readonly name: string; readonly email: string; readonly password: string }

export const ada: Account = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }

let addresses = 0
/** Where a new account comes from, behind the proxy of a shared server: one address may make ten in a minute. */
const nextAddress = (): string => `10.0.${Math.floor((addresses += 1) / 250)}.${1 + (addresses % 250)}`

export class Reader {
  readonly page: Page
  readonly url: string
  readonly account: Account

  constructor(page: Page, url: string, account: Account = ada) {
    this.page = page
    this.url = url
    this.account = account
  }

  /** Presses keys one after another: `j`, `g s`, `Control+k`. */
  async press(keys: string): Promise<void> {
    for (const key of keys.split(' ')) await this.page.keyboard.press(key)
  }

  /** Runs a command from the palette by its title, then enters its required arguments, in order. */
  async run(title: string, ...answers: readonly string[]): Promise<void> {
    // Keys are taken from the first render on.
    await expect(this.page.locator('[data-screen]').first()).toBeVisible()
    await this.page.keyboard.press('Control+k')
    const box = this.palette.getByRole('combobox')
    await box.fill(`>${title}`)
    await expect(this.palette.getByRole('option').first()).toContainText(title)
    await this.page.keyboard.press('Enter')
    for (const answer of answers) {
      await expect(box).toHaveValue('')
      await box.fill(answer)
      await this.page.keyboard.press('Enter')
    }
    await expect(this.palette).toBeHidden()
  }

  /** Runs a command with its arguments in one line of the palette: `move "Kitchen Letters" Europe`. */
  async runLine(line: string): Promise<void> {
    await this.page.keyboard.press('Control+k')
    await this.palette.getByRole('combobox').fill(line)
    const rows = this.palette.getByRole('group', { name: 'Command line' })
    await expect(rows.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await this.page.keyboard.press('Enter')
    await expect(this.palette).toBeHidden()
  }

  /** Signs up by keys alone, and puts the guide for newcomers away. */
  async signUp(): Promise<void> {
    await this.page.goto(`${this.url}/register`)
    await this.fillAccount(this.account)
    await this.putGuideAway()
  }

  /** Makes the account by the form's request, as a user who has dismissed the guide for newcomers. */
  async signUpByCall(): Promise<void> {
    const body = { ...this.account, callbackURL: '/verify-email' }
    const answer = await this.request('/better-auth/sign-up/email', {
      method: 'POST',
      body,
      headers: { 'x-forwarded-for': nextAddress() },
    })
    expect(answer, 'the account is made').toMatchObject({ user: { email: this.account.email } })
    await this.dismissGuide()
  }

  /** Signs in by the form's request on a new device, where the guide has been dismissed, too. */
  async signInByCall(): Promise<void> {
    const { email, password } = this.account
    await this.request('/better-auth/sign-in/email', { method: 'POST', body: { email, password } })
    await this.dismissGuide()
  }

  private async dismissGuide(): Promise<void> {
    // A document of this origin without the app.
    await this.page.goto(`${this.url}/icon-64.png`)
    await this.page.evaluate(() => localStorage.setItem('lectern:first-run', 'dismissed'))
  }

  /** Opens the reader of a user who is signed in. @param path an address of the reader */
  async open(path = '/'): Promise<void> {
    await this.page.goto(`${this.url}${path}`)
    // The user's name: the session has come, and with it what the user may do.
    await expect(
      this.pane('subscription-list').getByRole('button', { name: this.account.name }),
    ).toBeVisible()
  }

  /**
   * Follows feeds by their requests, and opens the reader.
   * @param folders the folder of a feed by its name
   */
  async follow(feeds: WrittenFeeds, folders: Readonly<Record<string, string>> = {}): Promise<void> {
    for (const name of feeds.names())
      await this.request('/subscriptions', {
        method: 'POST',
        body: { url: feeds.address(name), view: 0, category: folders[name] },
      })
    await this.open()
  }

  /** Runs a command by its id, as a button of the page does. */
  async command(id: string, args: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.page.evaluate(
      ([commandId, commandArgs]) => {
        const button = document.createElement('button')
        button.dataset['commandId'] = commandId
        button.dataset['commandArgs'] = commandArgs
        document.body.append(button)
        button.click()
        button.remove()
      },
      [id, JSON.stringify(args)] as const,
    )
  }

  private async putGuideAway(): Promise<void> {
    const guide = this.page.getByRole('dialog')
    await expect(guide).toBeVisible()
    await this.page.keyboard.press('Escape')
    await expect(guide).toBeHidden()
  }

  /** Signs in by keys alone on a new device, and dismisses the first-run guide. */
  async signIn({ email, password }: Account): Promise<void> {
    await this.page.goto(`${this.url}/login`)
    const field = this.page.locator('input[name="email"]')
    await expect(field).toBeFocused()
    await this.page.keyboard.type(email)
    await this.page.keyboard.press('Tab')
    await this.page.locator('input[name="password"]').fill(password)
    await this.page.keyboard.press('Enter')
    await this.putGuideAway()
  }

  /** Fills in the sign-up form, which the first visit shows, and sends it. */
  async fillAccount({ name, email, password }: Account): Promise<void> {
    const field = this.page.locator('input[name="name"]')
    await expect(field.or(this.page.locator('input[name="email"]')).first()).toBeVisible()
    // The page of a server without accounts turns into the sign-up form once it knows that.
    await expect(async () => {
      const link = this.page.getByRole('link', { name: 'Create an account' })
      if (!(await field.isVisible())) await link.click({ timeout: 1000 })
      await expect(field).toBeFocused({ timeout: 2000 })
    }).toPass()
    for (const text of [name, email]) {
      await this.page.keyboard.type(text)
      await this.page.keyboard.press('Tab')
    }
    await this.page.locator('input[name="password"]').fill(password)
    await this.page.locator('input[name="repeated"]').fill(password)
    await this.page.keyboard.press('Enter')
    await expect(this.pane('subscription-list')).toBeVisible()
  }

  /** Imports a subscription list as a file, by keys alone, and waits until every line has its outcome. */
  async importOpml(opml: string): Promise<void> {
    const dialog = await this.beginImport(opml)
    await expect(dialog.getByRole('button', { name: 'Start reading' })).toBeFocused()
    await this.page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  }

  /** The same up to the report. @returns the dialog that shows it */
  async beginImport(opml: string): Promise<Locator> {
    await this.run('Import an OPML file')
    const dialog = this.page.getByRole('dialog', { name: 'Import feeds' })
    const choose = dialog.getByRole('button', { name: 'Choose a file' })
    // The report of an earlier import is first.
    const another = dialog.getByRole('button', { name: 'Another file' })
    await expect(choose.or(another)).toBeVisible()
    if (await another.isVisible()) await another.press('Enter')
    const [chooser] = await Promise.all([
      this.page.waitForEvent('filechooser'),
      expect(choose)
        .toBeFocused()
        .then(() => this.page.keyboard.press('Enter')),
    ])
    await chooser.setFiles({ name: 'feeds.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml) })
    await dialog.getByRole('button', { name: /^Import \d/ }).press('Enter')
    await expect(dialog.getByRole('button', { name: 'Start reading' })).toBeVisible({ timeout: 60_000 })
    return dialog
  }

  get palette(): Locator {
    // Other dialogs have a combobox, too: the one that follows a feed.
    return this.page.locator('.palette').filter({ has: this.page.getByRole('combobox') })
  }

  /** A pane that takes keys; that of the last visit, which is shown before, is in no screen. */
  pane(area: 'subscription-list' | 'timeline' | 'entry-render'): Locator {
    return this.page.locator(`[data-screen] [data-focus-area="${area}"]`)
  }

  /** The rows of the timeline that are drawn. */
  get rows(): Locator {
    return this.pane('timeline').locator('[data-entry-id]')
  }

  get currentRow(): Locator {
    return this.pane('timeline').locator('[data-entry-id][aria-current="true"]')
  }

  /** A row of the subscription list by its title. */
  subscription(title: string): Locator {
    return this.pane('subscription-list').getByRole('treeitem').filter({ hasText: title })
  }

  /** The title of the entry that is open. */
  get title(): Locator {
    return this.pane('entry-render').getByRole('heading', { level: 1 })
  }

  toast(text: string | RegExp): Locator {
    return this.page.locator('[data-sonner-toast]').filter({ hasText: text })
  }

  /** Sends a request with the page's session, outside the page's state. */
  async request<T>(
    path: string,
    init: { method?: string; body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<T> {
    const answer = await this.page.request.fetch(`${this.url}/api${path}`, {
      method: init.method ?? 'GET',
      headers: { origin: new URL(this.url).origin, ...init.headers },
      // The server may close a persistent connection at the moment of its reuse.
      maxRetries: 2,
      ...(init.body === undefined ? {} : { data: init.body }),
    })
    return (await answer.json()) as T
  }

  /** Unread entries by feed, as the server counts them. */
  async counts(): Promise<Record<string, number>> {
    return (await this.request<{ data: Record<string, number> }>('/reads')).data
  }

  /** How many unread entries the server lists when its timeline is paged to the end. */
  async listedUnread(): Promise<number> {
    const seen = new Set<string>()
    let publishedAfter: string | undefined
    for (let page = 0; page < 200; page += 1) {
      const { data = [] } = await this.request<{ data?: { entries: { id: string; publishedAt: string } }[] }>(
        '/entries',
        {
          method: 'POST',
          body: { view: 0, read: false, limit: 100, publishedAfter },
        },
      )
      for (const { entries } of data) seen.add(entries.id)
      publishedAfter = data.at(-1)?.entries.publishedAt
      if (publishedAfter === undefined) break
    }
    return seen.size
  }
}
