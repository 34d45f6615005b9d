/**
 * Who a mail is from: the first mailbox of a header as senders write it. A library takes a name with a comma or a
 * parenthesis in it for two mailboxes, of which the first has no address.
 */
import { piecesOf, type Piece } from './pieces.ts'
import { withStandIns, wordsOf } from './encoded-words.ts'

export type Sender = { readonly name: string | null; readonly address: string | null }

/** An address inside other text, with what may stand around it. */
const BARE = /[<[(]?(?:mailto:)?([^\s"'<>()[\],;:]+@[^\s"'<>()[\],;:]+)[>\])]?/i

/** @param header of From or one like it, encoded words and all */
export function senderIn(header: string | undefined): Sender {
  const { text, filled } = withStandIns(header)
  const { name, address } = mailboxIn(text)
  const [said, at] = [filled(name), filled(address)]
  // A whole `Name <address>` that somebody encoded as one word.
  const inside = address === '' && said.includes('@') ? mailboxIn(said) : null
  return inside && inside.address !== '' ? tidied(inside.name, inside.address) : tidied(said, at)
}

function tidied(written: string, wire: string): Sender {
  const address = wordsOf(wire)
  const name =
    wordsOf(written)
      ?.replace(/^(["'])(.*)\1$/, '$2')
      .replace(/^"(?=[^"]*$)/, '')
      .trim() || null
  return { name: name === address && address?.includes('@') ? null : name, address }
}

type Mailbox = { readonly name: string; readonly address: string }

function mailboxIn(text: string): Mailbox {
  const all = piecesOf(text)
  const pieces = firstOf(membersOf(all) ?? all)
  if (pieces) return mailboxOf(pieces)
  const local = all.find(({ kind }) => kind === 'angle')?.said ?? ''
  return {
    name: (saidIn(all) || commentIn(all)).replace(/(?<![\s:;])[\s:;]+$/, ''),
    address: addressOf(local),
  }
}

/** `Team: a@a.example, b@b.example;` A name with a colon in it is no group. */
function membersOf(pieces: readonly Piece[]): Piece[] | null {
  const colon = pieces.findIndex((piece) => isMark(piece, ':'))
  const end = pieces.findIndex((piece, at) => at > colon && isMark(piece, ';'))
  if (colon < 0 || end < 0 || pieces.slice(0, colon).some(hasAt)) return null
  const members = pieces.slice(colon + 1, end)
  return members.some(hasAt) ? members : null
}

/** Up to the comma behind the first address: `Surname, Name <address>` is one mailbox. @returns null without any */
function firstOf(pieces: readonly Piece[]): readonly Piece[] | null {
  const at = pieces.findIndex(hasAt)
  if (at < 0) return null
  const end = pieces.findIndex((piece, index) => index > at && (isMark(piece, ',') || isMark(piece, ';')))
  return end < 0 ? pieces : pieces.slice(0, end)
}

const isMark = ({ kind, said }: Piece, letter: string): boolean => kind === 'mark' && said === letter
const hasAt = ({ kind, said }: Piece): boolean => (kind === 'text' || kind === 'angle') && said.includes('@')

function mailboxOf(pieces: readonly Piece[]): Mailbox {
  const at = pieces.findIndex((piece) => piece.kind === 'angle' && hasAt(piece))
  const angle = pieces[at]
  if (!angle) return bareMailbox(pieces)
  const after = saidIn(pieces.slice(at + 1)).replace(/^>+\s*/, '')
  return { name: saidIn(pieces.slice(0, at)) || commentIn(pieces) || after, address: addressOf(angle.said) }
}

function bareMailbox(pieces: readonly Piece[]): Mailbox {
  const words = saidIn(pieces)
  const found = BARE.exec(words)
  const rest = found ? words.replace(found[0], ' ').replace(/^[\s,;]+|(?<![\s,;])[\s,;]+$/g, '') : words
  return { name: rest || commentIn(pieces), address: addressOf(found?.[1] ?? '') }
}

const saidIn = (pieces: readonly Piece[]): string =>
  pieces
    .filter(({ kind }) => kind !== 'comment' && kind !== 'angle')
    .map(({ said }) => said)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
const commentIn = (pieces: readonly Piece[]): string =>
  pieces.find(({ kind }) => kind === 'comment')?.said.trim() ?? ''

/** Without comments, blanks, a `mailto:` and the route that mail once had to be told. */
function addressOf(inside: string): string {
  const written = piecesOf(inside)
    .filter(({ kind }) => kind !== 'comment')
    .map((piece) => (piece.kind === 'quoted' ? piece.written : piece.said.replace(/\s+/g, '')))
    .join('')
  return written
    .replace(/^mailto:/i, '')
    .replace(/^@[^:]*:/, '')
    .replace(/\.+$/, '')
}
