/**
 * The built client: its files as they are, and its page for every other path, which the client's router handles. Not
 * serveStatic of @hono/node-server: it sends compressed copies of the build but creates none, ignores
 * the q values of Accept-Encoding, has no ETag, and reads the file at every request. hono/etag hashes every response again.
 */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress'
import { getMimeType } from 'hono/utils/mime'
import { basePathOf } from './base-path.ts'
import { pluginFramePolicy, readerPolicy, type ReaderPolicyConfig } from './security-headers.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type File = {
  readonly stamp: string
  readonly etag: string
  /** Inline scripts of a page, as CSP sources that allow exactly these. */
  readonly scripts: readonly string[]
  readonly bytes: Map<Encoding, Promise<Buffer>>
  /** Whether the build's compressed copies beside it match its text. */
  readonly isAsBuilt: boolean
}

/** Data that a page carries in an element with this id; null: none. */
export type CarryData = (context: Context) => Promise<{ readonly id: string; readonly data: object } | null>

/**
 * @param dist the folder that the build writes; read again when a file in it changes
 * @param options.connect origins that plugins may send requests to @param options.carry of one user: its page is not stored
 */
export function pages(
  dist: string,
  config: ReaderPolicyConfig,
  { connect = [], carry = async () => null }: { connect?: readonly string[]; carry?: CarryData } = {},
): (context: Context) => Promise<Response> {
  const policyFor = (scripts: readonly string[]) => readerPolicy(scripts, config, connect)
  const files = new Map<string, File>()
  const base = basePathOf(config)
  return async (context) => {
    // The scope of the service worker ends with a slash.
    if (base !== '' && new URL(context.req.url).pathname === base) return context.redirect(`${base}/`, 301)
    const filePath = inside(dist, context.req.path)
    const response = (filePath && (await load(files, filePath, base))) ?? null
    if (response && filePath) return send(context, filePath, response, policyFor)
    // A missing script must not return a page: the browser would run HTML and hide the cause.
    if (extname(context.req.path)) return new Response('There is no such file.\n', { status: 404 })
    const page = join(dist, 'index.html')
    const index = await load(files, page, base)
    if (index) {
      const carried = await carry(context)
      return carried ? sendWith(carried, index, policyFor) : send(context, page, index, policyFor)
    }
    return new Response('The reader is not built yet: run "npm run build".\n', { status: 503 })
  }
}

/** The file of a path, or null when it is outside of the folder or does not exist. */
function inside(dist: string, path: string): string | null {
  let plain: string
  try {
    plain = decodeURIComponent(path)
  } catch {
    return null
  }
  if (plain.includes('\0') || plain.endsWith('/')) return null
  const file = normalize(join(dist, plain))
  return file.startsWith(normalize(dist) + sep) ? file : null
}

async function load(files: Map<string, File>, path: string, base: string): Promise<File | null> {
  const response = await stat(path).catch(() => null)
  if (!response?.isFile()) return null
  const stamp = `${response.mtimeMs} ${response.size}`
  const before = files.get(path)
  if (before?.stamp === stamp) return before
  const isAsBuilt = base === '' || !path.endsWith(`${sep}index.html`)
  const built = await readFile(path)
  const bytes = isAsBuilt ? built : Buffer.from(pageBelow(base, built.toString()))
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const scripts = extname(path) === '.html' ? scriptsIn(bytes.toString()) : []
  const file: File = {
    stamp,
    etag,
    scripts,
    bytes: new Map([['identity', Promise.resolve(bytes)]]),
    isAsBuilt,
  }
  files.set(path, file)
  return file
}

/** The page with data in it, of which nothing is run: a script of another type is text, and `<` would end it or begin a comment. */
async function sendWith(
  { id, data }: NonNullable<Awaited<ReturnType<CarryData>>>,
  file: File,
  policyFor: (scripts: readonly string[]) => string,
): Promise<Response> {
  const page = String(await file.bytes.get('identity'))
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  const html = page
    .replace('<html', `<html data-${id}`)
    .replace('</body>', () => `<script type="application/json" id="${id}">${json}</script></body>`)
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-security-policy': policyFor(file.scripts),
      'cross-origin-opener-policy': 'same-origin',
    },
  })
}

/** The page names its files from the root; scripts and styles name each other relatively. The reader reads `data-base`. */
const pageBelow = (base: string, page: string): string =>
  page
    .replace('<html', `<html data-base="${base}"`)
    .replace(/ (src|href|content)="\/(?!\/)/g, ` $1="${base}/`)

const scriptsIn = (page: string): string[] =>
  [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

async function send(
  context: Context,
  path: string,
  file: File,
  policyFor: (scripts: readonly string[]) => string,
): Promise<Response> {
  const type = getMimeType(path) ?? 'application/octet-stream'
  const encoding = encodingFor(context, type)
  const etag = `W/"${file.etag}"`
  const headers = new Headers({
    etag,
    'cache-control': cacheControlOf(path, new URL(context.req.url).search !== ''),
    'content-security-policy': isPluginFrame(path)
      ? pluginFramePolicy(file.scripts)
      : policyFor(file.scripts),
    vary: 'Accept-Encoding',
  })
  // A page that opens the reader could watch and lead its window. The sandboxed frame of plugins cannot have a policy.
  if (!isPluginFrame(path)) headers.set('cross-origin-opener-policy', 'same-origin')
  if (context.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const bytes = await encoded(path, file, encoding)
  headers.set('content-type', type)
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return new Response(new Uint8Array(bytes), { headers })
}

const isPluginFrame = (path: string) => path.endsWith(`${sep}plugin-frame.html`)

/**
 * The build writes a hash into the names below assets/, and into the query of the plugins' frame; all other files must be
 * revalidated.
 */
const cacheControlOf = (path: string, hasQuery: boolean) =>
  path.includes(`${sep}assets${sep}`) || (isPluginFrame(path) && hasQuery)
    ? 'public, max-age=31536000, immutable'
    : 'no-cache'

function encodingFor(context: Context, type: string): Encoding {
  if (!COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)) return 'identity'
  return accepts(context, {
    header: 'Accept-Encoding',
    supports: ['br', 'gzip'],
    default: 'identity',
    // The smallest, not the first that a browser names.
    match: (accepted, { supports }) =>
      supports.find((name) => accepted.some(({ type: one, q }) => one === name && q > 0)) ?? 'identity',
  }) as Encoding
}

/** Compressed once at the first request, unless the build has written a compressed copy beside the file. */
function encoded(path: string, file: File, encoding: Encoding): Promise<Buffer> {
  const before = file.bytes.get(encoding)
  if (before) return before
  const compress = async () => squeeze((await file.bytes.get('identity')) ?? (await readFile(path)), encoding)
  const made = file.isAsBuilt
    ? readFile(`${path}.${encoding === 'gzip' ? 'gz' : encoding}`).catch(compress)
    : compress()
  file.bytes.set(encoding, made)
  return made
}

const squeeze = (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br'
    ? promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    : promisify(gzip)(bytes)
