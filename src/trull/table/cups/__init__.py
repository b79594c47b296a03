"""A cup evening served from its file: desk, pads at the tables, wall, own evening, papers.

file      the cup file on disk: locked, appended to, durable before anything is answered
keys      links as capabilities: who has a secret has its role
desk      the live cup: commands in batches, one writing device a table, who waits for news
standings rankings and own sheets, remembered between two pictures
shown     what pages are sent: plain shapes
pictures  what each role may see, built up
watching  pictures painted once for all who see the same, and who waits for another
papers    what is printed, as data
door      who asks, by which link, and how often
acts      what changes a cup: commands, pens, promises, the draw
paperwork lists and sheets from elsewhere, prints
answers   bodies in, answers and refusals out
rooms     the rooms of an online cup, in the desk's application; ``online`` attends them
server    all of it as one application
"""
