/** What is checked of each screen and dialog. Each check returns its faults in words. */
import { readdirSync, readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { CDPSession, JSHandle, Page } from '@playwright/test'
import axe from 'axe-core'
import type { InterfaceLanguage } from '../../src/core/interface-language.ts'
import type { Reader } from './reader.ts'

declare global {
  interface Window {
    /** In pages that have been analysed. */
    readonly axe: typeof axe
    /** By `watchLayoutShift`, which a test runs. */
    layoutShift: number
  }
}

/** Of the window, in pixels. */
export const WIDTHS = [320, 768, 1024, 1536] as const
const HEIGHT = 800
/** The rules of axe that are run: WCAG 2.2 at level AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Beside them, what axe calls serious of its best practices. */
const SERIOUS = [
  'accesskeys',
  'aria-dialog-name',
  'aria-text',
  'aria-treeitem-name',
  'label-title-only',
  'tabindex',
]
/** The smallest side of a target on a touch screen, in CSS pixels. */
const TARGET = 44

/** Every key of the translations: `settings.title` for { "settings": { "title": "Settings" } }. */
function translationKeys(): readonly string[] {
  const folder = new URL('../../locales/en/', import.meta.url)
  const keys: string[] = []
  const collect = (value: unknown, path: string) => {
    if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) collect(part, path === '' ? name : `${path}.${name}`)
    else if (path.includes('.')) keys.push(path)
  }
  for (const file of readdirSync(folder)) collect(JSON.parse(readFileSync(new URL(file, folder), 'utf8')), '')
  return keys
}

/** Collects what the page reports as an error, except that a request failed. */
export function errorsOf(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      errors.push(message.text())
  })
  return errors
}

/** Runs in the page. Sums up in `layoutShift` how far its parts move, also soon after a key, which browsers excuse. */
export function watchLayoutShift(): void {
  window.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries() as unknown as { value: number }[]) window.layoutShift += value
  }).observe({ type: 'layout-shift', buffered: true })
}
/** A hundredth of a window that moved by its whole height: less is a number that grew. */
export const LAYOUT_SHIFT = 0.01

/** Of one document: it must not be loaded anew meanwhile. `part` is a selector, whose last element is looked at. */
export class PageChecks {
  /** What was found, with where and in which state. */
  readonly faults: string[] = []
  private readonly reader: Reader
  private readonly session: CDPSession
  private readonly keys: JSHandle<ReadonlySet<string>>
  private language: InterfaceLanguage = 'en'

  private constructor(reader: Reader, session: CDPSession, keys: JSHandle<ReadonlySet<string>>) {
    this.reader = reader
    this.session = session
    this.keys = keys
  }

  static async of(reader: Reader): Promise<PageChecks> {
    const session = await reader.page.context().newCDPSession(reader.page)
    const keys = await reader.page.evaluateHandle((all) => new Set(all), translationKeys())
    return new PageChecks(reader, session, keys)
  }

  /** @param where the screen or dialog, and its state */
  async collect(where: string, found: Promise<readonly string[]>): Promise<void> {
    for (const fault of await found) this.faults.push(`${where}: ${fault}`)
  }

  /** Changes the language, and waits until the page speaks it. */
  async speak(language: InterfaceLanguage): Promise<void> {
    if (language === this.language) return
    const { page } = this.reader
    const before = await page.evaluate(() => document.body.innerText)
    await this.reader.command('settings:change-language', { language })
    await page.waitForFunction(
      ([lang, text]) => document.documentElement.lang === lang && document.body.innerText !== text,
      [language, before] as const,
      { timeout: 20_000 },
    )
    this.language = language
  }

  /** @param state.scale as the browser's zoom: 2 shows half as many pixels of the page in the same window */
  async resize(
    width: number,
    { scale = 1, mobile = false }: { readonly scale?: number; readonly mobile?: boolean } = {},
  ): Promise<void> {
    await this.session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height: HEIGHT / scale,
      deviceScaleFactor: scale,
      mobile,
      // Of the picture of the page, which nobody looks at: its layout stays.
      scale: 0.125,
    })
  }

  /** Raw keys, what is too wide, no heading, no focus: a screen or dialog has some time to load and to receive the focus. */
  async broken(part: string): Promise<string[]> {
    return this.reader.page.evaluate(
      async ([selector, keys]) => {
        const faultsNow = (): readonly string[] => {
          const root = [...document.querySelectorAll<HTMLElement>(selector)].at(-1)
          if (!root) return ['is not shown']
          const { scrollWidth, clientWidth } = document.documentElement
          const { left, right, top, bottom } = root.getBoundingClientRect()
          const isDialog = root.matches('[data-dialog]')
          const words = root.innerText.match(/[\w-]+(?:\.[\w-]+)+/g) ?? []
          const headings = [...root.querySelectorAll('h1,h2,[role="heading"]')]
          const focused = document.activeElement
          return [
            ...words.filter((word) => keys.has(word)).map((key) => `shows the key ${key}`),
            scrollWidth > clientWidth && `makes the page ${scrollWidth - clientWidth} px too wide`,
            isDialog &&
              root.scrollWidth > root.clientWidth &&
              `is ${root.scrollWidth - root.clientWidth} px too wide`,
            isDialog &&
              (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) &&
              'is not within the window',
            !headings.some((heading) => heading.textContent) &&
              !(isDialog && root.ariaLabel) &&
              'has no heading',
            (!focused || focused === document.body || !root.contains(focused)) && 'has no focus',
            root.querySelector('.ui-skeleton') && 'still loads',
          ].filter((fault) => typeof fault === 'string')
        }
        const end = performance.now() + 5000
        for (;;) {
          await new Promise(requestAnimationFrame)
          const faults = faultsNow()
          if (faults.length === 0 || performance.now() > end) return [...faults]
        }
      },
      [part, this.keys] as const,
    )
  }

  /** Violations that axe finds, with their elements. What a frame shows is another site's. */
  async violations(part: string, { coloursOnly = false } = {}): Promise<string[]> {
    const { page } = this.reader
    // Once for each document: it is larger than all that is checked.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
    return page.evaluate(
      async ([selector, runOnly, more]) => {
        const rules = Object.fromEntries(more.map((id) => [id, { enabled: true }]))
        const { violations } = await window.axe.run(
          { include: [selector] },
          { runOnly: [...runOnly], rules, iframes: false, resultTypes: ['violations'] },
        )
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
      },
      coloursOnly ? ([part, ['color-contrast'], []] as const) : ([part, TAGS, SERIOUS] as const),
    )
  }

  /**
   * What cannot be seen where the system replaces all colours, after a step to the next control: the focus, and controls
   * that are only a background. Panes mark their current row instead, and lines between them have a mark of their own.
   */
  async unseen(part: string): Promise<string[]> {
    const { page } = this.reader
    await page.emulateMedia({ forcedColors: 'active' })
    await page.keyboard.press('Tab')
    const faults = await page.evaluate((selector) => {
      const root = [...document.querySelectorAll(selector)].at(-1)
      const nameOf = (one: Element) =>
        `<${one.tagName.toLowerCase()} class="${one.getAttribute('class') ?? ''}"> ${one.getAttribute('aria-label') ?? one.textContent?.slice(0, 30) ?? ''}`
      const hasLine = (one: Element, pseudo?: string) => {
        const style = getComputedStyle(one, pseudo)
        const widths = [style.borderTopWidth, style.borderBottomWidth, style.borderLeftWidth]
        const isOutlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
        return isOutlined || widths.some((width) => Number.parseFloat(width) > 0)
      }
      const controls =
        root?.querySelectorAll('a[href],button,input,select,textarea,[role="switch"],[role="slider"]') ?? []
      const unseen = [...controls].filter(
        (one) =>
          one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          one.getBoundingClientRect().width > 1 &&
          !one.textContent?.trim() &&
          !one.querySelector('svg,img') &&
          getComputedStyle(one).appearance !== 'auto' &&
          // Its thumb has a border.
          !one.matches('[type="range"]') &&
          ![one, ...one.children].some((each) => hasLine(each) || hasLine(each, '::before')),
      )
      const focused = document.activeElement
      const holders = [focused, focused?.parentElement, focused?.closest('[data-field],label')]
      const isMarked = holders.some((one) => {
        if (!one) return false
        const { outlineStyle, outlineWidth } = getComputedStyle(one)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      })
      return [
        ...unseen.map((one) => `shows nothing of ${nameOf(one)}`),
        ...(focused?.matches('body,.tree,[data-focus-area],.pane [data-scroll],[data-separator]') === false &&
        !isMarked
          ? [`does not show the focus on ${nameOf(focused)}`]
          : []),
      ]
    }, part)
    await page.emulateMedia({ forcedColors: 'none' })
    return faults
  }

  /** Controls that are seen on a touch screen, and smaller than a finger. Links within a text are as high as its lines. */
  async tooSmall(): Promise<string[]> {
    await this.session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await this.resize(390, { mobile: true })
    const faults = await this.reader.page.evaluate(async (smallest) => {
      await new Promise(requestAnimationFrame)
      if (!matchMedia('(pointer: coarse)').matches) return ['is not on a touch screen']
      const controls = document.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option], [role=treeitem], [role=tab], [role=switch], [role=menuitem]',
      )
      return [...controls].flatMap((control) => {
        const target = control.closest('label') ?? control
        const { width, height } = target.getBoundingClientRect()
        const isSeen = control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        if (!isSeen || width <= 1 || height <= 1 || getComputedStyle(control).display === 'inline') return []
        return Math.min(width, height) >= smallest - 0.5
          ? []
          : [
              `${control.tagName} ${control.className} "${control.ariaLabel ?? control.textContent.trim().slice(0, 30)}" ${width.toFixed()} × ${height.toFixed()}`,
            ]
      })
    }, TARGET)
    await this.session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    return faults
  }
}

/** Serious violations found by axe, with their elements. */
export async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
