/** The least that a reader's page can be: entries in memory, rows drawn by hand, an entry beside them, a palette over all. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from './browser.ts'

export type FloorPage = {
  /** @param entries how many the list has */
  readonly address: (entries: number) => string
  readonly close: () => void
}

export async function serveFloorPage(): Promise<FloorPage> {
  const server = createServer(({ url }, response) => {
    const [type, text] = url === WORKER_PATH ? ['text/javascript', WORKER] : ['text/html', PAGE]
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    address: (entries) => `http://127.0.0.1:${port}/?entries=${entries}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Caches the page in the browser, as the product's, so that it can be visited without its server. */
export async function keepFloorPage(browser: Browser, address: string): Promise<void> {
  const { page } = await browser.open()
  await page.goto(address)
  await page.evaluate(async (path) => {
    await navigator.serviceWorker.register(path)
    await navigator.serviceWorker.ready
    await (await caches.open('floor')).add(location.href)
  }, WORKER_PATH)
  await page.close()
}

const WORKER_PATH = '/worker.js'
/** The browser serves the page without the worker: the lower limit. */
const WORKER = `
  addEventListener('install', (event) => event.addRoutes({
    condition: { urlPattern: new URLPattern({ pathname: '/', search: '*' }) }, source: { cacheName: 'floor' } }))`

const STYLE = `
  body { margin: 0; display: grid; grid-template-columns: 256px 356px 1fr; height: 100vh; font: 15px/1.5 sans-serif }
  @media (width < 640px) { body { grid-template: 0 50vh 50vh / 1fr } #list, #entry { max-height: 50vh } }
  #list { overflow-y: auto; contain: strict; height: 100vh; position: relative }
  #rows { position: relative; contain: size layout }
  .row { position: absolute; inset: 0 0 auto; height: 84px; padding: 8px 12px; box-sizing: border-box; overflow: hidden;
    contain: strict }
  .row b { display: block } .row.current { background: #eef }
  #entry { overflow-y: auto; height: 100vh; padding: 24px; box-sizing: border-box }
  #palette { position: fixed; inset: 15% 30% auto; background: #fff; border: 1px solid #999; padding: 8px }`

const SCRIPT = `
  const count = Number(new URLSearchParams(location.search).get('entries'))
  const vocabulary = 'morning letter garden window river market engine paper winter signal harbour bread'.split(' ')
  let at = 7
  const words = (many) => {
    const picked = []
    for (let word = 0; word < many; word++) {
      at = (at * 48271) % 2147483647
      picked.push(vocabulary[at % vocabulary.length])
    }
    return picked.join(' ')
  }
  const entries = Array.from({ length: count }, (_, index) => ({ 
    title: 'Entry ' + index + ' ' + words(6), summary: words(16), feed: words(2) }))
  const HEIGHT = 84, SPARE = 4, list = document.getElementById('list'), rows = document.getElementById('rows')
  const entry = document.getElementById('entry'), pool = []
  rows.style.height = count * HEIGHT + 'px'
  let current = -1, drawnFrom = -1
  // The cheapest list there is: as many elements as fit, each moved to another place when its entry is out of sight.
  const draw = (anew) => {
    const size = Math.ceil(list.clientHeight / HEIGHT) + 2 * SPARE
    const first = Math.max(0, Math.floor(list.scrollTop / HEIGHT) - SPARE)
    if (first === drawnFrom && !anew) return
    drawnFrom = first
    while (pool.length < size) pool.push({ index: -1, row: rows.appendChild(emptyRow()) })
    for (let index = first; index < first + size; index++) {
      const place = pool[index % size], { row } = place
      row.hidden = index >= count
      if (row.hidden) continue
      if (place.index !== index) {
        place.index = index
        row.style.transform = 'translateY(' + index * HEIGHT + 'px)'
        row.children[0].textContent = entries[index].title
        row.children[1].textContent = entries[index].feed + ' – ' + entries[index].summary
      }
      row.classList.toggle('current', index === current)
    }
  }
  const emptyRow = () => {
    const row = document.createElement('div')
    row.className = 'row'
    row.append(document.createElement('b'), document.createElement('span'))
    return row
  }
  list.addEventListener('scroll', () => draw(false), { passive: true })
  const open = (index) => {
    current = Math.min(count - 1, Math.max(0, index))
    const top = current * HEIGHT
    if (top < list.scrollTop) list.scrollTop = top
    if (top + HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + HEIGHT - list.clientHeight
    draw(true)
    let html = '<h1>' + entries[current].title + '</h1>'
    for (let part = 0; part < 12; part++) html += '<p>' + words(60) + '</p>'
    entry.innerHTML = html
    entry.scrollTop = 0
  }
  let palette = null
  const toggle = () => {
    if (palette) { palette.remove(); palette = null; return }
    palette = document.createElement('div')
    palette.id = 'palette'
    palette.innerHTML = '<input><ul></ul>'
    document.body.append(palette)
    const [field, found] = palette.children
    field.addEventListener('input', () => {
      const wanted = field.value.toLowerCase(), hits = []
      for (let index = 0; index < count && hits.length < 20; index++)
        if (entries[index].title.toLowerCase().includes(wanted)) hits.push(entries[index].title)
      // Emitted for every letter, because the results may equal the previous ones.
      palette.dataset.typed = field.value
      found.replaceChildren(...hits.map((hit) => Object.assign(document.createElement('li'), { textContent: hit })))
    })
    field.focus()
  }
  addEventListener('keydown', (event) => {
    if (event.ctrlKey && event.key === 'k') { event.preventDefault(); toggle() }
    else if (event.key === 'Escape' && palette) toggle()
    else if (palette) return
    else if (event.key === 'j') open(current + 1)
    else if (event.key === 'k') open(current - 1)
  })
  draw(true)`

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>floor</title><style>${STYLE}</style>
<div></div><div id="list"><div id="rows"></div></div><div id="entry"></div><script>${SCRIPT}</script></html>`
