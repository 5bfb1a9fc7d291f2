import { PEOPLE } from './people.js';

/** Made-up names in many languages and scripts, as communities have them. */
const NAMES = [
  ...['Anaïs Lefèvre', 'Søren Holm', 'Zofia Wójcik', 'İpek Aydın', 'João Ribeiro', 'Ольга Белова', '田中 蓮', '김서연'],
  ...['Νίκος Παππάς', 'أمل حداد', 'Tomáš Dvořák', 'Lê Minh Anh', 'Ingrid Åkesson', 'Ram Prasad', 'Ngozi Okoro'],
  ...['Max Österreicher', 'Elif Şahin', 'Владимир Коваль', '陈思远', 'נועה לוי', 'Siobhán Ní Bhriain', 'Ana Muñoz'],
  ...['Piotr Żak', 'Mikołaj Łuczak', 'Aroha Ngata', 'Ömer Kılıç', 'Ada Eze', 'Bjørn Thorsen', 'Chiara Russo'],
];

/** One in this many players has a display name. */
const EVERY = 8;

/** Display names of some players of the demonstration, by handle. */
export const DISPLAY_NAMES: ReadonlyMap<string, string> = new Map(
  NAMES.map((name, index) => [PEOPLE[index * EVERY + 1]!.handle, name]),
);
