import { expect, test } from 'vitest'
import { senderIn } from './sender.ts'

test.each([
  ['"Weekly, the" <w@a.example>', 'Weekly, the', 'w@a.example'],
  ['w@a.example', null, 'w@a.example'],
  ['w@a.example (Weekly)', 'Weekly', 'w@a.example'],
  ['=?utf-8?Q?Gr=C3=BC=C3=9Fe?= <w@a.example>', 'Grüße', 'w@a.example'],
  ['"=?utf-8?Q?Gr=C3=BC=C3=9Fe?=" <w@a.example>', 'Grüße', 'w@a.example'],
  ['=?utf-8?Q?Weekly_=3Cw=40a.example=3E?=', 'Weekly', 'w@a.example'],
  ['"w@a.example" <w@a.example>', null, 'w@a.example'],
  ['Weekly <w@a.example', 'Weekly', 'w@a.example'],
  ['a@a.example, b@b.example', null, 'a@a.example'],
  ['Team: a@a.example, b@b.example;', null, 'a@a.example'],
  ['undisclosed-recipients:;', 'undisclosed-recipients', null],
  ["'Weekly' <w@a.example>", 'Weekly', 'w@a.example'],
  ['=?utf-8?B?V2Vla2x5LCB0a?= =?utf-8?B?GU=?= <w@a.example>', 'Weekly, the', 'w@a.example'],
  ['Surname, Name <n@a.example>', 'Surname, Name', 'n@a.example'],
  ['Name,, Doctor <n@a.example>', 'Name,, Doctor', 'n@a.example'],
  ['Tips; News <n@a.example>', 'Tips; News', 'n@a.example'],
  ['A&amp;B <n@a.example>', 'A&amp;B', 'n@a.example'],
  ['Re: News <n@a.example>', 'Re: News', 'n@a.example'],
  ['Happy :) <n@a.example>', 'Happy :)', 'n@a.example'],
  ['Sad (: <n@a.example>', 'Sad (:', 'n@a.example'],
  ['I <3 News <n@a.example>', 'I', 'n@a.example'],
  ['Name (the boss) Surname <n@a.example>', 'Name Surname', 'n@a.example'],
  ['Name(a \\) in it) <n(of (many))@a.(ours)example>', 'Name', 'n@a.example'],
  ['n@a.example (Name (Nick))', 'Name (Nick)', 'n@a.example'],
  ['<n@a.example> Name', 'Name', 'n@a.example'],
  ['Name <n@a.example> behind', 'Name', 'n@a.example'],
  ['Name <<n@a.example>>', 'Name', 'n@a.example'],
  ['Name <mailto:n@a.example>', 'Name', 'n@a.example'],
  ['Name [mailto:n@a.example]', 'Name', 'n@a.example'],
  ['Name n@a.example>', 'Name', 'n@a.example'],
  ['"Name <n@a.example>', 'Name', 'n@a.example'],
  ['"Na\\"me" "Surname" <n@a.example>', 'Na"me Surname', 'n@a.example'],
  ['"Name <other@a.example>" <n@a.example>', 'Name <other@a.example>', 'n@a.example'],
  ['other@a.example <n@a.example>', 'other@a.example', 'n@a.example'],
  ['Name, Surname\\, Doctor <n @ a.example.>', 'Name, Surname, Doctor', 'n@a.example'],
  ['Name <"n m"@a.example>', 'Name', '"n m"@a.example'],
  ['<@b.example,@c.example:n@a.example>', null, 'n@a.example'],
  ['root <root>', 'root', 'root'],
  ['Cron Daemon', 'Cron Daemon', null],
  ['Mail Delivery <>', 'Mail Delivery', null],
  ['Team: Name <n@a.example>, b@b.example; c@c.example', 'Name', 'n@a.example'],
  ['', null, null],
])('a sender written as %s is %s at %s', (written, name, address) => {
  expect(senderIn(written)).toEqual({ name, address })
})

test.each(['(', '"', '<', '\\', ',', ':;', '<a@', '(\\', ' ', '=?utf-8?B?a?= '])(
  'a header of %j over and over ends',
  (mark) => {
    const header = mark.repeat(100_000)
    const { name, address } = senderIn(header)
    expect((name ?? '').length + (address ?? '').length).toBeLessThanOrEqual(header.length)
  },
)
