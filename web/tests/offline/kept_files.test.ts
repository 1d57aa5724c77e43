import { expect, it } from "vitest";
import { cacheOf, fileFor, ofEngine, olderCaches } from "../../src/offline/kept_files";

const FILES = { "/": "a", "/mark.svg": "b", "/assets/index-1.js": "c", "/engine/prikup.zip": "d" };

it("a file of the build answers for its path", () => {
  expect(fileFor(FILES, "/assets/index-1.js", false)).toBe("/assets/index-1.js");
  expect(fileFor(FILES, "/mark.svg", true)).toBe("/mark.svg");
  expect(fileFor(FILES, "/", false)).toBe("/");
});

it("the document answers for every page, by whichever path it is opened", () => {
  for (const path of ["/", "/index.html", "/here/a1b2", "/rules/", "/matches/x/3"]) expect(fileFor(FILES, path, true)).toBe("/");
});

it("what is no page and no file of the build is for a server to say", () => {
  expect(fileFor(FILES, "/api/bootstrap", false)).toBeUndefined();
  expect(fileFor(FILES, "/assets/index-0.js", false)).toBeUndefined();
  expect(fileFor(FILES, "/robots.txt", true)).toBeUndefined();
});

it("another build has another cache, and takes nothing from strangers", () => {
  const names = [cacheOf("1"), cacheOf("2"), "of-another-page"];
  expect(olderCaches(names, cacheOf("2"))).toEqual([cacheOf("1")]);
});

it("the engine is told from what draws a page", () => {
  expect(Object.keys(FILES).filter(ofEngine)).toEqual(["/engine/prikup.zip"]);
});
