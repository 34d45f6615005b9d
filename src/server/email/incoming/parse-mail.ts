/** Parses raw mail with postal-mime, repairing broken mail first. */
import PostalMime, { type Email } from 'postal-mime'
import { readFlowed } from './flowed.ts'
import { isHeader, repairHeaderEnd } from './repair-header-end.ts'
import { charsetNamed, lettersOf, textOf } from './text.ts'
import { isParameter, normaliseHeaders } from './normalise-headers.ts'
import { asItIs, isUuencoded, lineOf, readUuencoded, type Decoder } from './transfer.ts'

export type Parsed = Omit<Email, 'attachments'> & { readonly attachments: readonly Part[] }
/** A part other than the main text. `contentId` has no brackets. */
export type Part = {
  readonly filename: string | null
  readonly mimeType: string
  readonly disposition: string | null
  readonly contentId: string | null
  readonly bytes: Uint8Array
}

/** Internals of postal-mime that its types omit: it trusts the charset name, we inspect the bytes too. */
type Node = {
  readonly state: string
  readonly contentTransferEncoding: { readonly encoding: string }
  content: ArrayBuffer | null
  contentDecoder: Decoder | null
  headerLines: string[]
  readonly childNodes: readonly Node[]
  readonly contentType: {
    readonly multipart: string | false
    readonly parsed: { readonly value: string; readonly params: Readonly<Record<string, string>> }
  }
  getTextContent: () => string
  processHeaders: () => void
  feed: (line: Uint8Array) => void
}
type Inner = {
  readonly root: Node
  readonly currentNode: Node
  readonly boundaries: readonly { readonly value: Uint8Array }[]
  collectNode: (node: Node, ...rest: unknown[]) => Promise<void>
  processLine: (line: Uint8Array, isFinal: boolean) => Promise<void>
}

/** Above any real mail, low enough to bound the parsing time. */
const LIMITS = { maxNestingDepth: 60, maxHeadersSize: 1_048_576 }

/** Boundaries; later ones are treated as text, since a mail made of boundaries would take minutes. */
const SEAMS_MAX = 2000
const BLANK = Uint8Array.of(0x20)

/** @param raw the full mail, possibly broken. Never throws because of its content. */
export async function parseMail(raw: Uint8Array): Promise<Parsed> {
  const bytes = repairHeaderEnd(withoutEnvelope(raw))
  const first = await parsed(bytes)
  if (first && !first.isEmptyMultipart) return first.mail
  const second = await parsed(repairMime(bytes))
  return second?.mail ?? first?.mail ?? { headers: [], headerLines: [], attachments: [] }
}

type Attempt = { readonly mail: Parsed; readonly isEmptyMultipart: boolean }

async function parsed(bytes: Uint8Array): Promise<Attempt | null> {
  // Attached messages are kept as parts, so that it stays clear who wrote which text.
  const parser = new PostalMime({ ...LIMITS, forceRfc822Attachments: true })
  const inner = parser as unknown as Inner
  adapt(inner, charsetNamed(bytes))
  try {
    const { attachments, ...mail } = await parser.parse(bytes)
    const parts = attachments.map(({ filename, mimeType, disposition, contentId, content }) => ({
      filename,
      mimeType,
      disposition,
      contentId: contentId?.trim().replace(/^<|>$/g, '') || null,
      bytes: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    }))
    const { contentType, childNodes } = inner.root
    const isEmptyMultipart = contentType.multipart !== false && childNodes.length === 0
    return { mail: { ...mail, attachments: parts }, isEmptyMultipart }
  } catch {
    // Nested too deeply or too long.
    return null
  }
}

function adapt(inner: Inner, charset: string | null): void {
  const { processLine, collectNode } = inner
  const tidied = new WeakSet<Node>()
  const ended = new WeakSet<Node>()
  let seams = 0
  inner.processLine = function (line, isFinal) {
    const node = this.currentNode
    if (isBoundary(line, this.boundaries)) {
      seams += 1
      return processLine.call(this, seams > SEAMS_MAX ? Buffer.concat([BLANK, line]) : line, isFinal)
    }
    if (node.state === 'header') {
      if (!tidied.has(node)) tidyLater(node)
      tidied.add(node)
      return processLine.call(this, headerLine(node, inUtf8(line, charset), node === this.root), isFinal)
    }
    const read = lineOf(line, node.contentTransferEncoding.encoding, ended.has(node))
    if (read.ended) ended.add(node)
    return processLine.call(this, read.bytes, isFinal)
  }
  inner.collectNode = function (node, ...rest) {
    if (node.content && isUuencoded(node.contentTransferEncoding.encoding)) decodeIn(node, node.content)
    node.getTextContent = () => contentOf(node)
    return collectNode.call(this, node, ...rest)
  }
}

const isBoundary = (line: Uint8Array, boundaries: Inner['boundaries']): boolean =>
  line[0] === 0x2d &&
  line[1] === 0x2d &&
  boundaries.some(({ value }) => value.every((byte, at) => line[at + 2] === byte))

function tidyLater(node: Node): void {
  const { processHeaders } = node
  node.processHeaders = function () {
    this.headerLines = normaliseHeaders(this.headerLines)
    processHeaders.call(this)
    if (!/^(base64|quoted-printable)$/.test(this.contentTransferEncoding.encoding))
      this.contentDecoder = asItIs()
  }
}

/** In a part an invalid header line starts the body; the mail's own headers may contain junk lines. */
function headerLine(node: Node, line: Uint8Array, isRoot: boolean): Uint8Array {
  const text = lettersOf(line.subarray(0, 200))
  if (isParameter(text) && node.headerLines.length > 0) return Buffer.concat([BLANK, line])
  const isFolded = /^[ \t]/.test(text) && node.headerLines.length > 0
  if (!isRoot && text !== '' && !isFolded && !isHeader(text) && !text.startsWith('--'))
    node.feed(new Uint8Array(0))
  return line
}

function decodeIn(node: Node, content: ArrayBuffer): void {
  const decoded = readUuencoded(new Uint8Array(content))
  if (decoded) node.content = new Uint8Array(decoded).buffer
}

function contentOf(node: Node): string {
  const { params } = node.contentType.parsed
  const text = textOf(new Uint8Array(node.content ?? new ArrayBuffer(0)), params['charset'] ?? null)
  const isFlowed = /^flowed$/i.test(params['format'] ?? '')
  return isFlowed ? readFlowed(text, /^yes$/i.test(params['delsp'] ?? '')) : text
}

/** Decodes header lines with unencoded non-ASCII characters in the mail's charset. */
function inUtf8(line: Uint8Array, charset: string | null): Uint8Array {
  if (!line.some((byte) => byte >= 0x80 || byte === 0x1b)) return line
  return new TextEncoder().encode(textOf(line, charset))
}

/** Mail exported from an mbox file starts with its "From " line; some mail starts with blank lines. */
function withoutEnvelope(raw: Uint8Array): Uint8Array {
  const head = lettersOf(raw.subarray(0, 1000))
  const skipped =
    /^(?:\u00ef\u00bb\u00bf)?(?:[ \t]*\r?\n)*(?:>?From (?![ \t]*:)[^\r\n]*\r?\n)?/.exec(head)?.[0] ?? ''
  return raw.subarray(skipped.length)
}

/** The last character is not a space, so trailing spaces are scanned only once (linear time). */
const BOUNDARY = /^--([^\s-](?:[^\r\n]{0,199}[^\r\n\t ])?)[ \t]*\r?$/m

/**
 * Repairs a multipart mail whose boundary is missing or wrong.
 * @returns the mail with the boundary found in its body, or as plain text without one
 */
function repairMime(bytes: Uint8Array): Uint8Array {
  const text = lettersOf(bytes)
  const gap = /\r?\n\r?\n/.exec(text)
  const head = gap ? text.slice(0, gap.index) : text
  const body = gap ? text.slice(gap.index) : ''
  const type = typeFor(head, BOUNDARY.exec(body)?.[1])
  const rest = head.replace(/^content-type:[^\r\n]*(\r?\n[ \t][^\r\n]*)*\r?\n?/gim, '')
  return Buffer.from(`Content-Type: ${type}\r\n${rest}${body}`, 'latin1')
}

function typeFor(head: string, boundary: string | undefined): string {
  if (boundary === undefined || boundary.includes('"')) return 'text/plain'
  const kind = /^content-type:\s*(multipart\/[\w.-]+)/im.exec(head)?.[1] ?? 'multipart/mixed'
  return `${kind}; boundary="${boundary}"`
}
