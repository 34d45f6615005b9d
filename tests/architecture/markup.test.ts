/** Markup comes from the sanitisers alone. Types cannot enforce which files use APIs that accept any string as markup; this test does. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { SafeHtml } from '../../src/server/feeds/sanitise/safe-html.ts'
import { sanitise } from '../../src/server/feeds/sanitise/sanitise.ts'
import { embed } from '../../src/server/public-pages/embed.ts'
import { files, top } from './imports.ts'

const textOf = (file: string): string => readFileSync(join(top, file), 'utf8')
const filesWith = (pattern: RegExp): string[] => files.filter((file) => pattern.test(textOf(file))).toSorted()

describe('on the server', () => {
  test('only what the sanitiser made can be put into a page as markup', () => {
    expectTypeOf(embed).parameter(0).toEqualTypeOf<SafeHtml>()
    expectTypeOf(sanitise('', null).html).toEqualTypeOf<SafeHtml>()
    expectTypeOf<string>().not.toExtend<SafeHtml>()
  })

  test('one file calls a string safe, and one puts it into a page', () => {
    expect(filesWith(/\bas (unknown as )?SafeHtml\b/)).toEqual(['src/server/feeds/sanitise/sanitise.ts'])
    expect(filesWith(/import [^;]*?\braw\b[^;]*?from 'hono\/(html|utils\/html)'/)).toEqual([
      'src/server/public-pages/embed.ts',
    ])
  })
})

describe('in the browser', () => {
  /** Each takes a string for markup. */
  const sinks =
    /dangerouslySetInnerHTML|\b(inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|document\.write|createContextualFragment|setHTMLUnsafe|parseFromString|parseHTMLUnsafe|\bsrcdoc\s*=|srcDoc=/i

  test('no string is taken for markup, but by the purifier and of the highlighter', () => {
    const browser = filesWith(sinks).filter((file) => !file.startsWith('src/server/'))
    expect(browser, 'a plugin reads HTML by documentOf of src/plugin-api/content-document.ts').toEqual([
      // shiki escapes the code that it colours.
      'src/features/entry/colour-code.ts',
      // Into a frame without scripts, whose policy lets nothing load.
      'src/features/follow/page-frame.tsx',
      // Into a document without a window, whose text is cleaned afterwards as any other.
      'src/plugin-api/content-document.ts',
    ])
    expect(filesWith(/from 'dompurify'/)).toEqual(['src/features/entry/sanitise.ts'])
  })

  test('an address that comes from data is made safe where it becomes a link or a source', () => {
    // By file, what is no address of a user or a feed, or is safe already.
    const known: Readonly<Record<string, readonly string[]>> = {
      'plugins/ai/daily-page.tsx': ['href={address}'],
      'src/features/session/providers.tsx': ['src={icon64}'],
      'src/ui/avatar.tsx': ['src={shown}'],
      'src/ui/workshop/typography.tsx': ['src={picture}'],
    }
    const attribute = /\b(?:href|src|srcSet|poster|action|formAction|data|xlinkHref)=\{([^}]*)\}?/g
    const unsafe = files
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => {
        const text = textOf(file)
        return (
          [...text.matchAll(attribute)]
            .filter(({ index }) => /^[a-z]/.test(text.slice(text.lastIndexOf('<', index) + 1)))
            // A path that is written in the source leads into the reader.
            .filter(
              ([, value = '']) =>
                !/^(safe(Href|Source|Address)\(|toBrowserPath\('[^']*'\)$)/.test(value.trim()),
            )
            .map(([whole]) => [file, whole] as const)
            .filter(([, whole]) => !known[file]?.includes(whole))
        )
      })
    expect(unsafe).toEqual([])
  })

  test('few files set an address by hand or leave the page, and each checks what it is', () => {
    const sets =
      /\.(src|href|srcset|poster) = |setAttribute\('(src|href|srcset|poster)'|window\.open\(|location\.(assign|replace)\(|location\.href = /
    expect(filesWith(sets).filter((file) => !file.startsWith('src/server/'))).toEqual([
      ...['plugins/tts/server-voice.ts'].filter((file) => files.includes(file)),
      'src/app/browser-platform.ts',
      'src/app/error-page.tsx',
      'src/app/use-gate.ts',
      'src/features/entry/export/inline-pictures.ts',
      'src/features/entry/export/to-html.ts',
      'src/features/entry/frames.ts',
      'src/features/entry/links.ts',
      'src/features/entry/pictures.ts',
      'src/features/entry/use-content-pictures.ts',
      // From an address that model/player/embeds.ts has checked and written.
      'src/features/player/media-output.ts',
      'src/features/player/site-frame.ts',
      'src/features/session/captcha-script.ts',
      'src/features/session/grant-form.tsx',
      'src/features/session/providers.tsx',
      'src/features/settings/account/linked-accounts.tsx',
      'src/plugin-host/sandbox/frame.ts',
      'src/plugin-host/settings/sign-in-section.tsx',
    ])
  })
})

test('every style outside the kit stands in the layer of the views, below what users write themselves', () => {
  const sheets = ['src/features', 'src/palette', 'src/plugin-host', 'plugins'].flatMap((folder) =>
    readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css'))
      .map((name) => join(folder, name)),
  )
  expect(sheets.length).toBeGreaterThan(30)
  expect(sheets.filter((sheet) => /@layer (?!views \{)/.test(textOf(sheet)))).toEqual([])
  expect(sheets.filter((sheet) => !textOf(sheet).startsWith('@layer views {'))).toEqual([])
})
