import { describe, expect, it } from 'vitest';
import { checkNewHandle } from './new-player.js';

const PATH = ['input', 'player'];
const messageOf = (handle: string) => checkNewHandle(handle, PATH)?.message;

describe('a new handle', () => {
  it.each([
    ['plain', 'ann_9'],
    ['Latin with accents', 'Zoë'],
    ['Vietnamese', 'Nguyễn_Thị'],
    ['Cyrillic', 'Карпов_1'],
    ['Turkish', 'Işıl'],
    ['Azerbaijani', 'Əli_ə'],
    ['Polish', 'Łukasz'],
    ['German in capitals', 'STRAẞE'],
    ['Kazakh', 'Қайрат_ұлы'],
    ['Ukrainian', 'Їжак_ґ'],
    ['Greek', 'Γιάννης'],
    ['Armenian', 'Տիգրան'],
    ['Hebrew with points', 'שָׁלוֹם'],
    ['Devanagari with its digits', 'विश्वनाथन१२'],
    ['Arabic', 'محمد٣'],
    ['Thai', 'สมชาย'],
    ['Japanese with Latin', 'さくらサクラ桜ー_x'],
    ['Chinese with Latin', '王x'],
    ['Bopomofo', 'ㄅㄆ王'],
    ['Korean with Latin', '김x金'],
  ])('may be %s', (_, handle) => {
    expect(messageOf(handle)).toBeUndefined();
  });

  const scripts = 'must be written in one script in everyday use, or in Latin with Chinese, Japanese or Korean';
  it.each([
    ['an Armenian o', 'bօb', scripts],
    ['a Cherokee A', 'Ꭺbe', scripts],
    ['a Hebrew letter', 'אbc', scripts],
    ['a Cyrillic a', '\u0430nn', scripts],
    ['a Greek omicron', 'bοb', scripts],
    ['Cyrillic with Greek', 'Сσ', scripts],
    ['Japanese with Korean', 'さ김', scripts],
    ['Devanagari with Latin', 'विx', scripts],
    ['Cherokee alone, whose letters look like Latin ones', 'ᎪᏴᎬ', scripts],
    ['a script of the past', '𐐀', scripts],
    ['a phonetic h', 'ʜello', 'must consist of letters in everyday use'],
    ['a phonetic a', 'ɑnn', 'must consist of letters in everyday use'],
    ['a phonetic a in capitals', 'Ɑnn', 'must consist of letters in everyday use'],
    ['an old Cyrillic letter', 'соԁе', 'must consist of letters in everyday use'],
    ['an old Greek letter', 'ϲοϲ', 'must'],
    ['digits of two scripts', 'वि1२', 'must use the digits of one script only'],
    ['digits of one language and another', 'م٣۳', 'must use the digits of one script only'],
    ['56 stacked marks', `a${'\u0316'.repeat(56)}`, 'must have at most four marks on a letter'],
    ['five different marks', 'a\u0316\u0317\u0318\u0319\u031c', 'must have at most four marks on a letter'],
    ['a stroke through a letter', 'o\u0338ver', 'must not contain letters with added strokes'],
    ['a short stroke through a letter', 'l\u0335i', 'must not contain letters with added strokes'],
    ['one mark twice', 'q\u0308\u0308', 'must have at most four marks on a letter'],
  ])('must not have %s', (_, handle, rule) => {
    expect(messageOf(handle)).toContain(`player ${rule}`);
    expect(messageOf(handle)).toContain(', but is "');
  });
});
