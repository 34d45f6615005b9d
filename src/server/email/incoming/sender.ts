/**
 * The sender of a mail: the first mailbox of an address header, parsed leniently. The MIME library splits a name with a
 * comma or a parenthesis into two mailboxes, of which the first has no address.
 */
import { tokensOf, type Token } from './address-tokens.ts'
import { withPlaceholders, decodedText } from './encoded-words.ts'

export type Sender = { readonly name: string | null; readonly address: string | null }

/** An address inside other text, with surrounding brackets. */
const BARE = /[<[(]?(?:mailto:)?([^\s"'<>()[\],;:]+@[^\s"'<>()[\],;:]+)[>\])]?/i

/** @param header of From or one like it, with encoded words */
export function senderIn(header: string | undefined): Sender {
  const { text, restore } = withPlaceholders(header)
  const { name, address } = mailboxIn(text)
  const [displayName, decodedAddress] = [restore(name), restore(address)]
  // `Name <address>` may be encoded as a single word.
  const inside = address === '' && displayName.includes('@') ? mailboxIn(displayName) : null
  return inside && inside.address !== ''
    ? cleaned(inside.name, inside.address)
    : cleaned(displayName, decodedAddress)
}

function cleaned(raw: string, rawAddress: string): Sender {
  const address = decodedText(rawAddress)
  const name =
    decodedText(raw)
      ?.replace(/^(["'])(.*)\1$/, '$2')
      .replace(/^"(?=[^"]*$)/, '')
      .trim() || null
  return { name: name === address && address?.includes('@') ? null : name, address }
}

type Mailbox = { readonly name: string; readonly address: string }

function mailboxIn(text: string): Mailbox {
  const all = tokensOf(text)
  const tokens = firstOf(membersOf(all) ?? all)
  if (tokens) return mailboxOf(tokens)
  const local = all.find(({ kind }) => kind === 'angle')?.value ?? ''
  return {
    name: (textIn(all) || commentIn(all)).replace(/(?<![\s:;])[\s:;]+$/, ''),
    address: addressOf(local),
  }
}

/** Members of a group, `Team: a@a.example, b@b.example;`. A name with a colon in it is not a group. */
function membersOf(tokens: readonly Token[]): Token[] | null {
  const colon = tokens.findIndex((token) => isMark(token, ':'))
  const end = tokens.findIndex((token, at) => at > colon && isMark(token, ';'))
  if (colon < 0 || end < 0 || tokens.slice(0, colon).some(hasAt)) return null
  const members = tokens.slice(colon + 1, end)
  return members.some(hasAt) ? members : null
}

/** Tokens up to the comma after the first address: `Surname, Name <address>` is one mailbox. @returns null without an address */
function firstOf(tokens: readonly Token[]): readonly Token[] | null {
  const at = tokens.findIndex(hasAt)
  if (at < 0) return null
  const end = tokens.findIndex((token, index) => index > at && (isMark(token, ',') || isMark(token, ';')))
  return end < 0 ? tokens : tokens.slice(0, end)
}

const isMark = ({ kind, value }: Token, character: string): boolean => kind === 'mark' && value === character
const hasAt = ({ kind, value }: Token): boolean =>
  (kind === 'text' || kind === 'angle') && value.includes('@')

function mailboxOf(tokens: readonly Token[]): Mailbox {
  const at = tokens.findIndex((token) => token.kind === 'angle' && hasAt(token))
  const angle = tokens[at]
  if (!angle) return bareMailbox(tokens)
  const after = textIn(tokens.slice(at + 1)).replace(/^>+\s*/, '')
  return { name: textIn(tokens.slice(0, at)) || commentIn(tokens) || after, address: addressOf(angle.value) }
}

function bareMailbox(tokens: readonly Token[]): Mailbox {
  const text = textIn(tokens)
  const match = BARE.exec(text)
  const remaining = match ? text.replace(match[0], ' ').replace(/^[\s,;]+|(?<![\s,;])[\s,;]+$/g, '') : text
  return { name: remaining || commentIn(tokens), address: addressOf(match?.[1] ?? '') }
}

const textIn = (tokens: readonly Token[]): string =>
  tokens
    .filter(({ kind }) => kind !== 'comment' && kind !== 'angle')
    .map(({ value }) => value)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
const commentIn = (tokens: readonly Token[]): string =>
  tokens.find(({ kind }) => kind === 'comment')?.value.trim() ?? ''

/** Removes comments, spaces, `mailto:` and an obsolete source route. */
function addressOf(inside: string): string {
  const raw = tokensOf(inside)
    .filter(({ kind }) => kind !== 'comment')
    .map((token) => (token.kind === 'quoted' ? token.raw : token.value.replace(/\s+/g, '')))
    .join('')
  return raw
    .replace(/^mailto:/i, '')
    .replace(/^@[^:]*:/, '')
    .replace(/\.+$/, '')
}
